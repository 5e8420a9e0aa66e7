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

/** The attachments of a message, for nodemailer. */
export function attachmentsOf({ attachment }: MailMessage) {
  if (!attachment) return {};
  const { fileName: filename, type: contentType, base64: content } = attachment;
  return { attachments: [{ filename, contentType, content, encoding: 'base64' }] };
}
