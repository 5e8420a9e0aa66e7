import { type VirusScanner } from '../../application/documents/ports';

/** Passes every document, where no scanner is configured. */
export class NoScanner implements VirusScanner {
  scan(): Promise<string | null> {
    return Promise.resolve(null);
  }

  check(): Promise<void> {
    return Promise.resolve();
  }
}
