// A WebSocket that a test plays the server for.
import type { ClientMessage, ServerMessage } from "../src/wire/types";

export class FakeSocket {
  static readonly OPEN = 1;
  static opened: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  sent: ClientMessage[] = [];
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly url: string) {
    FakeSocket.opened.push(this);
  }

  static get latest(): FakeSocket {
    return FakeSocket.opened.at(-1)!;
  }

  get query(): URLSearchParams {
    return new URL(this.url).searchParams;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = 3;
  }

  /** Deliver a message of the server. */
  deliver(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Let the connection end with this close code. */
  drop(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
