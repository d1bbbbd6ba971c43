"""The verdict on a product: what passes, and what must not."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_kernels import matrices, reference, verify


def test_float32_product_is_right():
    A, B = matrices(64)
    verdict = verify(A @ B, A, B)
    assert verdict.ok
    assert 0 < verdict.max_error < 1e-4
    assert 0 < verdict.ratio < 1


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 0.0, 1e30])
def test_one_wrong_element_is_found(value):
    A, B = matrices(33)
    C = A @ B
    C[5, 7] = value
    verdict = verify(C, A, B)
    assert (verdict.ok, verdict.wrong) == (False, 1)
    assert np.argwhere(verdict.mask).tolist() == [[5, 7]]
    assert verdict.ratio > 1


def test_nan_everywhere():
    A, B = matrices(8)
    verdict = verify(np.full((8, 8), np.nan, np.float32), A, B)
    assert verdict.wrong == 64
    assert verdict.max_error == np.inf


def test_bound_follows_the_magnitudes():
    A, B = matrices(16)
    small, large = reference(A, B), reference(A * 8, B)
    np.testing.assert_allclose(large.bound, small.bound * 8, rtol=1e-6)


def test_zero_matrices():
    zero = np.zeros((4, 4), np.float32)
    assert verify(zero, zero, zero).ok
    assert verify(zero, zero, zero).ratio == 0
    assert verify(zero + np.float32(1e-30), zero, zero).wrong == 16


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 60), st.integers(0, 1000))
def test_any_order_of_summation_passes_and_a_transposed_product_does_not(n, seed):
    A, B = matrices(n, seed)
    order = np.random.default_rng(seed).permutation(n)
    C = np.zeros((n, n), np.float32)
    for k in order:
        C += np.outer(A[:, k], B[k])
    assert verify(C, A, B).ok
    if n > 4:
        assert not verify(C.T, A, B).ok
