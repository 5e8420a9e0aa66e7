import { allDone } from '@trunkline/kernel';
import type { DocumentStorage, UploadSpool, VirusScanner } from './ports';

/** Checks what an upload needs beside the database, for the health of the service. */
export class CheckUploads {
  constructor(
    private readonly spool: UploadSpool,
    private readonly scanner: VirusScanner,
    private readonly storage: DocumentStorage,
  ) {}

  /** Throws unless a document could be received, scanned and stored. */
  async check(): Promise<void> {
    await allDone([this.spool.check(), this.scanner.check(), this.storage.check()]);
  }
}
