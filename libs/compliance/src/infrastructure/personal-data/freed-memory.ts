import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Smaller buffers are cheap to collect. Node takes those of less than 4 KiB from a pool, which they share. */
const FREED_BYTES_MIN = 16_384;

let closedPort: MessagePort | undefined;

/**
 * Frees the memory of a buffer at once, and leaves the buffer empty. Keeps a small one, and one that shares its memory. To be
 * called only for a buffer that nothing reads or writes any more.
 *
 * V8 frees such memory too, but it collects garbage for every 32 MB of it, which an upload of 1 MiB would reach within a few
 * requests: that took more time than encryption.
 */
export function free(bytes: Buffer): void {
  if (bytes.length < FREED_BYTES_MIN || bytes.length !== bytes.buffer.byteLength) return;
  closedPort ??= openClosedPort();
  // The memory goes with the message, and a closed port drops its messages.
  closedPort.postMessage(null, [bytes.buffer as ArrayBuffer]);
}

function openClosedPort(): MessagePort {
  const { port1 } = new MessageChannel();
  port1.close();
  return port1;
}
