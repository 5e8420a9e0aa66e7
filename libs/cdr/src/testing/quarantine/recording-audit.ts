import { QuarantineAudit } from '../../application/quarantine/ports';

export class RecordingAudit extends QuarantineAudit {
  readonly entries: Parameters<QuarantineAudit['record']>[0][] = [];

  override record(entry: Parameters<QuarantineAudit['record']>[0]): Promise<void> {
    this.entries.push(entry);
    return Promise.resolve();
  }
}
