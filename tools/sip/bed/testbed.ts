import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './programs';
import { Ports } from './ports';
import { Program } from './program';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A folder, a range of ports and the programs that were started in them. */
export class Testbed {
  readonly folder = mkdtempSync(join(tmpdir(), 'trunkline-sip-'));
  private readonly programs = new Set<Program>();
  private readonly atExit = (): void => {
    for (const program of this.programs) program.killGroup();
  };

  /** Programs have process groups of their own, which a signal to this process does not reach. */
  private readonly atSignal = (signal: NodeJS.Signals): void => {
    this.atExit();
    // A tool with a handler of its own ends by itself.
    if (process.listenerCount(signal) === 1) process.exit(1);
  };

  private constructor(readonly ports: Ports) {
    process.once('exit', this.atExit);
    for (const signal of SIGNALS) process.on(signal, this.atSignal);
  }

  static async open(): Promise<Testbed> {
    return new Testbed(await Ports.claim());
  }

  /** Starts a program of this machine, or one at a path. Its output is a file of the folder. */
  start(name: string, command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
    const path = command.includes('/') ? command : findProgram(command);
    if (!path) throw new Error(`${command} is not installed`);
    const program = Program.start(name, path, { folder: this.folder, args, env });
    this.programs.add(program);
    void program.exited.then(() => this.programs.delete(program));
    return program;
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  /** Creates a folder of the testbed. */
  makeFolder(...names: string[]): string {
    const path = this.path(...names);
    mkdirSync(path, { recursive: true });
    return path;
  }

  write(name: string, text: string): string {
    const path = this.path(name);
    writeFileSync(path, text);
    return path;
  }

  /** Stops all programs and removes the folder, or moves it to `keepAs`. */
  async close(keepAs: string | null = null): Promise<void> {
    await Promise.all([...this.programs].map((program) => program.stop()));
    this.ports.free();
    process.removeListener('exit', this.atExit);
    for (const signal of SIGNALS) process.removeListener(signal, this.atSignal);
    if (keepAs) renameSync(this.folder, keepAs);
    else rmSync(this.folder, { recursive: true, force: true });
  }
}
