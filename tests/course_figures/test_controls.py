"""The sliders: moving one redraws the picture, and every change of the explorer adds a point."""

import pytest

from course_figures import phase_player, speed_explorer
from course_figures.controls import VIEW
from course_kernels import device, load, use_language


@pytest.fixture(autouse=True, params=("en", "he"))
def lang(request):
    device.use("cpu")
    use_language(request.param)
    yield request.param
    use_language("en")
    device.reset()


def test_the_player_redraws_when_the_slider_moves():
    player = phase_player(10, 4)
    before = player.picture.png
    player.slider.value = 3
    assert player.picture.png != before
    assert (player.now.phase, player.now.summed) == (0, 4)


def test_the_buttons_go_one_step_and_stop_at_the_ends():
    player = phase_player(10, 4)
    back, onward = player.box.children[1].children[1:3]
    back.click()
    assert player.step == 0
    onward.click()
    assert player.step == 1
    player.move(99)
    assert player.now.action == "write"


def test_every_change_of_a_slider_adds_a_point():
    explorer = speed_explorer(load("tiled", TILE_WIDTH=16), (16, 32, 48))
    assert [(one.tile, one.n) for one in explorer.points] == [(16, 32)]
    explorer.set(tile=8)
    explorer.set(n=48)
    explorer.set(n=48)  # no change, no point
    assert [(one.tile, one.n, one.ok) for one in explorer.points] == [(16, 32, True), (8, 32, True), (8, 48, True)]


def test_a_wrong_kernel_is_called_wrong(lang):
    source = load("tiled").source.replace("sum += As[ty][k] * Bs[k][tx]", "sum += As[k][ty] * Bs[k][tx]")
    explorer = speed_explorer(load(source, TILE_WIDTH=16), (16, 32))
    assert {"en": "wrong", "he": "שגויה"}[lang] in explorer._text.value


def test_a_panel_has_a_view_a_still_picture_and_words():
    player = phase_player(10, 4)
    data, metadata = player._repr_mimebundle_()
    assert set(data) == {VIEW, "image/png", "text/plain"}
    assert data[VIEW]["model_id"] == player.box.model_id
    assert metadata["image/png"]["alt"] == data["text/plain"]


def test_the_picture_in_the_panel_has_an_alternative_text(lang):
    explorer = speed_explorer(load("tiled", TILE_WIDTH=16), (16, 32))
    assert explorer._image.value.startswith('<img alt="')
    assert explorer._text.value.startswith(f'<div dir="{"rtl" if lang == "he" else "ltr"}"')
