"""Parts of module datetime that need none of its classes."""
