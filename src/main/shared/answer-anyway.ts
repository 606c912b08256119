import type { ServerResponse } from "node:http";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isJSONRPCResultResponse } from "@modelcontextprotocol/sdk/types.js";
import { rpcCodes } from "./tools.ts";

/** Hears of a failure and where it came from. */
type OnFailure = (what: string, error: unknown) => void;

/**
 * Sends an error in place of an answer that cannot be sent, such as one that is longer than a text can be: the SDK only
 * notes that, and the client would wait for ever. Where not even that can be sent, as in a batch that is too long, the
 * connection is broken.
 */
export function answerAnyway(transport: Transport, response: ServerResponse, onFailure: OnFailure): void {
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    try {
      await send(message, options);
    } catch (error) {
      if (response.destroyed || !isJSONRPCResultResponse(message)) throw error;
      onFailure("an answer could not be sent", error);
      const { internalError: code } = rpcCodes;
      const { id } = message;
      await send({ jsonrpc: "2.0", id, error: { code, message: "The answer is too long to be sent" } }).catch(() => {
        response.destroy();
      });
    }
  };
}
