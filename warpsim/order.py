"""The order of a kernel's blocks: what lanes that part must do before they meet comes before the meeting place.

Always the lanes at the lowest block run. So a block has to stand behind all blocks from which it can be reached,
and a loop must be whole: its exits stand behind it. The compiler's text mostly is in such an order, not always.
"""

from __future__ import annotations

import heapq


def arrange(following: list[list[int]]) -> list[int]:
    """Return the blocks 0, 1, ... in order; ``following[n]`` are those that block n can go to. 0 stays first."""
    return _arrange(list(range(len(following))), following, None)


def _arrange(blocks: list[int], following: list[list[int]], head: int | None) -> list[int]:
    """Order the ``blocks`` of a loop without its ``head``, or of the whole kernel."""
    inside = set(blocks)
    edges = {n: [s for s in following[n] if s in inside and s != head] for n in blocks}
    groups = _cycles(blocks, edges)
    number = {n: g for g, group in enumerate(groups) for n in group}
    waits = [0] * len(groups)
    after: list[set[int]] = [set() for _ in groups]
    for n in blocks:
        for s in edges[n]:
            if number[s] != number[n] and number[s] not in after[number[n]]:
                after[number[n]].add(number[s])
                waits[number[s]] += 1
    ready = [(min(group), g) for g, group in enumerate(groups) if not waits[g]]
    heapq.heapify(ready)
    order = []
    while ready:
        _, g = heapq.heappop(ready)
        group = sorted(groups[g])
        if len(group) > 1:
            first = _entry(group, following)
            order.append(first)
            group = _arrange([n for n in group if n != first], following, first)
        order += group
        for other in after[g]:
            waits[other] -= 1
            if not waits[other]:
                heapq.heappush(ready, (min(groups[other]), other))
    return order


def _entry(group: list[int], following: list[list[int]]) -> int:
    """Return the block by which a loop is entered; of several the first."""
    inside = set(group)
    entered = {s for n, targets in enumerate(following) if n not in inside for s in targets if s in inside}
    return min(entered, default=group[0]) if 0 not in inside else 0


def _cycles(blocks: list[int], edges: dict[int, list[int]]) -> list[list[int]]:
    """Return the strongly connected components (Tarjan's algorithm, without recursion)."""
    found: list[list[int]] = []
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    for root in blocks:
        if root in index:
            continue
        path = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        waiting.add(root)
        while path:
            node, successors = path[-1]
            for s in successors:
                if s not in index:
                    index[s] = low[s] = len(index)
                    stack.append(s)
                    waiting.add(s)
                    path.append((s, iter(edges[s])))
                    break
                if s in waiting:
                    low[node] = min(low[node], index[s])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    found.append(stack[at:])
                    waiting -= set(stack[at:])
                    del stack[at:]
    return found
