"""Compiled kernels on disk: written atomically, safe with several processes, bounded in size."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

LIMIT_BYTES = 256 * 1024 * 1024


def folder() -> Path:
    """Return where compiled kernels are kept; the environment variable WARPSIM_CACHE says otherwise."""
    if place := os.environ.get("WARPSIM_CACHE"):
        return Path(place)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "warpsim"


def key(*parts: str) -> str:
    """Return a name for everything that decides the machine code."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(str(len(part)).encode() + b":" + part.encode())
    return digest.hexdigest()


def load(name: str) -> bytes | None:
    """Return what was stored under ``name``, or None; a damaged entry counts as absent."""
    path = folder() / name
    try:
        data = path.read_bytes()
        checksum, code = data[:32], data[32:]
        if hashlib.sha256(code).digest() != checksum:
            return None
        os.utime(path)
        return code
    except OSError:
        return None


def store(name: str, code: bytes) -> None:
    """Keep ``code`` under ``name``; a full or read-only disk is no error, the kernel is compiled again."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder(), prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(code).digest() + code)
            os.replace(temporary, folder() / name)
        except BaseException:
            os.unlink(temporary)
            raise
        _trim()
    except OSError:
        return


def _trim() -> None:
    """Remove the entries used longest ago until the cache is within its limit."""
    entries = []
    for path in folder().iterdir():
        try:
            status = path.stat()
        except OSError:
            continue
        entries.append((status.st_mtime, status.st_size, path))
    total = sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries):
        if total <= LIMIT_BYTES:
            return
        path.unlink(missing_ok=True)
        total -= size
