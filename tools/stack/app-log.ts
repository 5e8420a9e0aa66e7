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
const SAID_MAX = 50;
const REASON = /^(?!at )\S.*(error:|in use|could not|not valid)/i;

/** Returns the last words of a process: a fatal log line or text outside the log's format. Null for other log lines. */
export function lastWord(line: string): string | null {
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
  private readonly said: string[] = [];

  constructor(
    private readonly app: string,
    path: string,
    private readonly tell: (line: string) => void,
  ) {
    if (existsSync(path)) renameSync(path, `${path}.1`);
    this.file = createWriteStream(path, { mode: 0o600 });
  }

  /** One line that explains why the process ended: its last fatal line or unformatted output. */
  get lastWords(): string {
    return this.said.find((line) => REASON.test(line)) ?? this.said[0] ?? '';
  }

  follow(stream: Readable): void {
    createInterface({ input: stream }).on('line', (line) => {
      this.file.write(`${line}\n`);
      const text = shown(this.app, line);
      if (text === null) return;
      const word = lastWord(line);
      if (word !== null && this.said.length < SAID_MAX) this.said.push(word);
      this.tell(text);
    });
  }

  close(): void {
    this.file.end();
  }
}
