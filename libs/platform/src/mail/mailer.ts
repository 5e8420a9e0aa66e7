/** A mail to send. */
export interface Letter {
  /** Identical for every attempt. The Message-ID is derived from it, so receivers can recognise a repeat. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: Date;
}

/** The server permanently refused the address or the mail (RFC 5321, section 4.2.1: a 5yz reply). */
export class LetterRefused extends Error {
  override readonly name = 'LetterRefused';
}

export abstract class Mailer {
  /**
   * Resolves once the next server, or the disk, accepted the mail. Rejects with `LetterRefused`, or with an error to
   * retry.
   */
  abstract send(letter: Letter): Promise<void>;
  /** Rejects while mails cannot be sent. */
  abstract check(): Promise<void>;
  abstract close(): void;
}

/** Returns the Message-ID (RFC 5322, section 3.6.4), in the domain of the sender. */
export function messageId(letterId: string, from: string): string {
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return `<${letterId}@${domain}>`;
}
