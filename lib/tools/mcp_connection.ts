import type * as Sdk from "@modelcontextprotocol/client";

/** The part of the SDK's client package that connections use. It is loaded while a server starts. */
export type McpSdk = Pick<typeof Sdk, "deserializeMessage" | "StreamableHTTPClientTransport">;

/** Why a connection ended by itself. `E_PARSE`: the server speaks the protocol, but not correctly. */
export interface ConnectionFailure {
  code: "E_TOOL_UNAVAILABLE" | "E_PARSE";
  reason: string;
}

/** A way to an MCP server that is open before the SDK is there. */
export interface McpConnection {
  /** The transport for the SDK's client; asked for once. */
  transport(sdk: McpSdk): Sdk.Transport;
  /** Undefined while the connection stands, or when we ended it. */
  failure(): ConnectionFailure | undefined;
  /**
   * Ends the connection, and the server with all it has started where that is ours, at once. Settles when a server that keeps sessions has been told, and
   * does not wait long for that.
   */
  close(): Promise<void>;
}
