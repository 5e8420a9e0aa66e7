import { type Message, newId } from '@trunkline/kernel';
import type { User } from '../../domain/users/user';
import { emailChangeMessage, magicLinkMessage, resetPasswordMessage } from './messages';
import type { UserMails } from './user-mails';
import type { DashboardLinks } from '../ports';
import type { MailedLinks } from './mailed-links';

export type LinkMailKind = 'magic_link' | 'reset_password' | 'change_email';

interface Letter {
  /** Of several links the newest alone is good. */
  readonly isSole: boolean;
  readonly write: (name: string, pages: DashboardLinks, secret: string) => Message;
}

const LETTERS: Readonly<Record<LinkMailKind, Letter>> = {
  // Mails overtake each other: whoever asked twice may follow either. One that was followed voids the other.
  magic_link: { isSole: false, write: (name, pages, secret) => magicLinkMessage(name, pages.magicLink(secret)) },
  reset_password: {
    isSole: true,
    write: (name, pages, secret) => resetPasswordMessage(name, pages.resetPassword(secret)),
  },
  change_email: { isSole: true, write: (name, pages, secret) => emailChangeMessage(name, pages.emailChange(secret)) },
};

/** Mails a user a link, to the user's own address or to one that it is to prove. */
export class LinkMails {
  constructor(
    private readonly links: MailedLinks,
    private readonly mails: UserMails,
    private readonly pages: DashboardLinks,
  ) {}

  /** Within a transaction that holds the user: link and mail are kept together or not at all. */
  async send(kind: LinkMailKind, user: User, email = user.email): Promise<void> {
    const { isSole, write } = LETTERS[kind];
    if (isSole) await this.links.void(user.id, [kind]);
    const secret = await this.links.issue(kind, { id: user.id, email });
    await this.mails.send(user, { ...write(user.name, this.pages, secret), to: email, key: `${kind}:${newId('tok')}` });
  }
}
