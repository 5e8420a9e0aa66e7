import { type Message, newId } from '@trunkline/kernel';
import type { User } from '../../domain/user';
import { emailChangeMessage, magicLinkMessage, resetPasswordMessage } from './messages';
import type { UserMails } from './user-mails';
import type { DashboardLinks } from './ports';
import type { MailedLinks } from './mailed-links';

export type LinkMailKind = 'magic_link' | 'reset_password' | 'change_email';

interface Letter {
  /** Only the newest link works. */
  readonly isSole: boolean;
  readonly write: (name: string, pages: DashboardLinks, secret: string) => Message;
}

const LETTERS: Readonly<Record<LinkMailKind, Letter>> = {
  // Emails can arrive out of order, so each recent link works. Following one voids the others.
  magic_link: { isSole: false, write: (name, pages, secret) => magicLinkMessage(name, pages.magicLink(secret)) },
  reset_password: {
    isSole: true,
    write: (name, pages, secret) => resetPasswordMessage(name, pages.resetPassword(secret)),
  },
  change_email: { isSole: true, write: (name, pages, secret) => emailChangeMessage(name, pages.emailChange(secret)) },
};

/** Sends links to the user's address, or to an address that the user wants to verify. */
export class LinkMails {
  constructor(
    private readonly links: MailedLinks,
    private readonly mails: UserMails,
    private readonly pages: DashboardLinks,
  ) {}

  /** Joins the transaction, in which the user must be locked. */
  async send(kind: LinkMailKind, user: User, email = user.email): Promise<void> {
    const { isSole, write } = LETTERS[kind];
    if (isSole) await this.links.void(user.id, [kind]);
    const secret = await this.links.issue(kind, { id: user.id, email });
    await this.mails.send(user, { ...write(user.name, this.pages, secret), to: email, key: `${kind}:${newId('tok')}` });
  }
}
