"""Refuses a notebook whose cells were never run: nbval by itself compares nothing there and passes."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Stop before anything runs when a stored code cell has no execution count."""
    bare = {f"{item.path.name}: cell {item.cell_num}" for item in items
            if getattr(item, "cell", None) is not None and item.cell.get("execution_count") is None}
    if bare:
        raise pytest.UsageError(f"Never run, so there is nothing to compare: {', '.join(sorted(bare))}.")
