// Runs in a thread of its own: see PrintThread.
import { getPriority, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { DocumentPrinter } from './print-document';
import type { Printed, PrintedDocument } from './printed-document';

/** The outcome of a document. */
export type PrintMessage = { readonly printed: Printed } | { readonly error: unknown };

/** Below calls and other requests: on Linux, the priority is that of the thread. */
const PRIORITY = 5;

if (platform() === 'linux') setPriority(Math.max(getPriority(), PRIORITY));
const printer = new DocumentPrinter();

async function replyTo(document: PrintedDocument): Promise<PrintMessage> {
  try {
    return { printed: await printer.print(document) };
  } catch (error) {
    return { error };
  }
}

parentPort?.on('message', (document: PrintedDocument) => {
  void replyTo(document).then((message) => parentPort?.postMessage(message));
});
