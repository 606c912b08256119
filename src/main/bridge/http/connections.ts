import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface Connections {
  /** Answers that are under way on a connection. */
  running(socket: Socket): number;
  /** Takes no new connections, closes those that wait for nothing, and is fulfilled when the last answer is out. */
  stop(): Promise<void>;
}

/** Keeps count of a server's connections and of what runs on each. */
export function countConnections(server: Server): Connections {
  const open = new Map<Socket, Set<ServerResponse>>();
  let stopping = false;

  server.on("connection", (socket: Socket) => {
    open.set(socket, new Set());
    socket.on("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    const answers = open.get(socket);
    answers?.add(response);
    if (stopping) response.shouldKeepAlive = false;
    response.on("close", () => {
      answers?.delete(response);
      if (stopping && answers?.size === 0) socket.destroySoon();
    });
  });

  return {
    running: (socket) => open.get(socket)?.size ?? 0,
    stop() {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const [socket, answers] of open) {
        // A request that has not come in whole has begun nothing.
        const whole = [...answers].filter(({ req }) => req.complete);
        if (whole.length === 0) socket.destroy();
        for (const response of whole) response.shouldKeepAlive = false;
      }
      return closed;
    },
  };
}
