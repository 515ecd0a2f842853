"""Parts of module decimal that need neither its numbers nor its contexts."""
