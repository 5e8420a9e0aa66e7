/** A mail as it goes out. */
export interface Letter {
  /** The same at every attempt: Message-ID is made of it, by which a repeat can be recognised. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: Date;
}

/** The address or the letter was refused for good (RFC 5321, section 4.2.1: a 5yz reply); sending again cannot help. */
export class LetterRefused extends Error {
  override readonly name = 'LetterRefused';
}

export abstract class Mailer {
  /** Resolves once the next server, or the disk, has it. Rejects with `LetterRefused`, or anything else to be tried again. */
  abstract send(letter: Letter): Promise<void>;
  /** Rejects while nothing could be sent. */
  abstract check(): Promise<void>;
  abstract close(): void;
}

/** Message-ID of a letter (RFC 5322, section 3.6.4), in the domain of the address that it comes from. */
export function messageId(letterId: string, from: string): string {
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return `<${letterId}@${domain}>`;
}
