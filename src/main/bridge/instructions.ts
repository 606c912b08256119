/** What a model is told of the bridge before it sees the tools. */
export const instructions = `mcp-silverbullet reads and edits the pages of a SilverBullet space. A page's name is its path without a leading slash; .md is added when the name has no extension.

Every write returns the page's new etag. Give it as if_match with the next write to the same page, so that an edit by somebody else in between is refused instead of lost. The tools that edit a page in place can be tried with dry_run, which writes nothing and returns a diff.

A refusal begins with "Error executing tool", and its structured content holds a stable code beside the message.`;
