/** What the bridge calls itself. */
export const bridgeName = "mcp-silverbullet";
