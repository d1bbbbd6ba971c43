"""What a figure's title says about the device, so that nobody takes the CPU device's speed for a GPU's."""

from __future__ import annotations

from course_kernels import Phrases


def device_label(kind: str, name: str, lang: str | None = None) -> str:
    """The GPU's name, or 'CPU device (warpsim)' with the processor's."""
    processor = name.removeprefix("warpsim on ")
    return Phrases("course_figures", lang, isolate=False)(f"device-{kind}", name=processor)
