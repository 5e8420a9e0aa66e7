import { Log } from '../observability/log';

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

export class RecordingLog extends Log {
  readonly lines: LogLine[] = [];

  override info(fields: object, message: string): void {
    this.lines.push({ level: 'info', fields, message });
  }

  override warn(fields: object, message: string): void {
    this.lines.push({ level: 'warn', fields, message });
  }

  override error(fields: object, message: string): void {
    this.lines.push({ level: 'error', fields, message });
  }
}
