import { type QuarantineAudit } from '../../application/quarantine/ports';

export class RecordingAudit implements QuarantineAudit {
  readonly entries: Parameters<QuarantineAudit['record']>[0][] = [];

  record(entry: Parameters<QuarantineAudit['record']>[0]): Promise<void> {
    this.entries.push(entry);
    return Promise.resolve();
  }
}
