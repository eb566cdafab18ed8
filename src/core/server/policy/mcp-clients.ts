// The preset `mcp` of the setting `client_metadata_documents`: where the makers of known MCP clients publish their
// documents. Looked at on 2026-11-28, in public reports of servers that had fetched them (docs/mcp.md). Of a host that
// publishes other people's pages too, the path of the one document's folder; of others, the folder of their documents.
export const MCP_CLIENTS = [
  // Claude, Claude Code.
  'https://claude.ai/oauth/',
  // ChatGPT has one document, and one for each connector; Codex has both as well.
  'https://chatgpt.com/oauth/',
  // Visual Studio Code, and its Insiders.
  'https://vscode.dev/oauth/',
  'https://insiders.vscode.dev/oauth/',
  // GitHub Copilot CLI.
  'https://github.com/copilot/cli/',
  // Cursor registers itself as yet; these are the hosts that it would publish at.
  'https://cursor.com/',
  'https://www.cursor.com/',
  'https://opencode.ai/oauth/',
  'https://zed.dev/oauth/',
  // Goose.
  'https://goose-docs.ai/oauth/',
  // Factory Droid.
  'https://api.factory.ai/mcp/',
  // Notion.
  'https://www.notion.so/oauth/',
  'https://app.notion.com/oauth/',
  // MCPJam Inspector, mcpc.
  'https://www.mcpjam.com/.well-known/oauth/',
  'https://apify.github.io/mcpc/',
] as const;
