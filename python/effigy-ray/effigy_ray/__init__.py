"""Runs one exploration of Effigy on a Ray cluster (docs/ray.md)."""
