// Runs in threads of its own: see InspectionThreads.
import { readlinkSync } from 'node:fs';
import { platform, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { DomainError } from '@trunkline/kernel';
import { decodeImage, readContent } from './inspection';

const inspections = { read: readContent, decode: decodeImage };
export type Inspections = typeof inspections;

export type ThreadTask = {
  readonly [J in keyof Inspections]: { readonly job: J; readonly args: Parameters<Inspections[J]> };
}[keyof Inspections];

/** The id of the thread, once at its start, then the outcome of each task. */
export type ThreadMessage<Result = never> =
  | { readonly systemId: string }
  | { readonly result: Result }
  | { readonly refusal: readonly [code: string, kind: DomainError['kind'], message: string] }
  | { readonly error: unknown };

/**
 * Below calls and other requests, and above the hashing of passwords: a file is read while other work has the processor, but a
 * busy machine does not make its client wait for minutes.
 */
const PRIORITY = 5;

async function replyTo({ job, args }: ThreadTask): Promise<ThreadMessage<unknown>> {
  try {
    const result = job === 'read' ? await inspections.read(...args) : await inspections.decode(...args);
    return { result };
  } catch (error) {
    if (!(error instanceof DomainError)) return { error };
    return { refusal: [error.code, error.kind, error.message] };
  }
}

// On other systems, setPriority changes the priority of the whole process.
const isLinux = platform() === 'linux';
if (isLinux) setPriority(Math.max(getPriority(), PRIORITY));
const send = (message: ThreadMessage<unknown>): void => parentPort?.postMessage(message);
parentPort?.on('message', (task: ThreadTask) => void replyTo(task).then(send));
send({ systemId: isLinux ? (readlinkSync('/proc/thread-self').split('/').at(-1) ?? '') : '' });
