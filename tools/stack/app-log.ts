import { createWriteStream, existsSync, renameSync, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { reasonOf } from './start-error';

interface Entry {
  level: number;
  msg: string;
  err?: { message?: string };
  link?: string;
}

const WARN = 40;
const ERROR = 50;
const FATAL = 60;
const REASONS_MAX = 50;
const REASON = /^(?!at )\S.*(error:|in use|could not|not valid)/i;

/** Returns why a process may have ended: a fatal log line, or text outside the log's format. Null for other log lines. */
export function exitReasonIn(line: string): string | null {
  const entry = parse(line);
  if (!entry) return line.trim();
  return entry.level >= FATAL ? reasonOf(entry.msg) : null;
}

function parse(line: string): Entry | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}

/** Returns what the terminal shows for a line: warnings, errors, links of mails, and text that is not a log line. */
export function shown(app: string, line: string): string | null {
  const entry = parse(line);
  if (!entry) return line.trim() ? `${app}: ${line}` : null;
  if (entry.link) return `${app}: ${entry.msg} ${entry.link}`;
  if (entry.level < WARN) return null;
  const detail = entry.err?.message ? ` (${entry.err.message})` : '';
  return `${app}: ${entry.level >= ERROR ? 'error' : 'warning'}: ${entry.msg}${detail}`;
}

/** Log file of one app. The previous run's file is kept beside it. */
export class AppLog {
  private readonly file: WriteStream;
  private readonly reasons: string[] = [];

  constructor(
    private readonly app: string,
    path: string,
    private readonly print: (line: string) => void,
  ) {
    if (existsSync(path)) renameSync(path, `${path}.1`);
    this.file = createWriteStream(path, { mode: 0o600 });
  }

  /** One line that explains why the process ended: its last fatal line or unformatted output. */
  get exitReason(): string {
    return this.reasons.find((line) => REASON.test(line)) ?? this.reasons[0] ?? '';
  }

  follow(stream: Readable): void {
    createInterface({ input: stream }).on('line', (line) => {
      this.file.write(`${line}\n`);
      const text = shown(this.app, line);
      if (text === null) return;
      const reason = exitReasonIn(line);
      if (reason !== null && this.reasons.length < REASONS_MAX) this.reasons.push(reason);
      this.print(text);
    });
  }

  close(): void {
    this.file.end();
  }
}
