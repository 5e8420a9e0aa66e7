import type { MailAttachment } from '@trunkline/kernel';

/** A mail to send. */
export interface MailMessage {
  /** Identical for every attempt. The Message-ID is derived from it, so receivers can recognise a repeat. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachment?: MailAttachment;
  readonly date: Date;
}

/** The server permanently refused the address or the mail (RFC 5321, section 4.2.1: a 5yz reply). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

export abstract class Mailer {
  /**
   * Resolves once the next server, or the disk, accepted the mail. Rejects with `MailRefused`, or with an error to
   * retry.
   */
  abstract send(message: MailMessage): Promise<void>;
  /** Rejects while mails cannot be sent. */
  abstract check(): Promise<void>;
  abstract close(): void;
}

/** Returns the Message-ID (RFC 5322, section 3.6.4), in the domain of the sender. */
export function messageId(mailId: string, from: string): string {
  const [domain = 'localhost'] = /(?<=@)[^\s@>]+(?=>?$)/.exec(from.trim()) ?? [];
  return `<${mailId}@${domain}>`;
}

/** Returns a message as nodemailer takes it. */
export function composed({ id, to, attachment, ...content }: MailMessage, from: string) {
  return {
    ...content,
    from,
    // An object, so that the address is not parsed as a list.
    to: { name: '', address: to },
    messageId: messageId(id, from),
    // RFC 3834: suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(attachment && { attachments: [attached(attachment)] }),
  };
}

const attached = ({ fileName: filename, type: contentType, base64: content }: MailAttachment) => ({
  filename,
  contentType,
  content,
  encoding: 'base64',
});
