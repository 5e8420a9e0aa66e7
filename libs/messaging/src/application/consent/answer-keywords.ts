import { addSeconds, type Clock, isCanonicalNumber, newId } from '@trunkline/kernel';
import { type Keyword, type KeywordAction, keywordOf } from '../../domain/consent/keywords';
import { replyTo } from '../../domain/consent/replies';
import type { Message } from '../../domain/message';
import type { InboundMessage } from '../inbound/ports';
import type { Messages } from '../messages/messages';
import type { Conversation, OptOutStore } from './ports';
import type { QueueReplies } from './queue-replies';

/** A help text is sent at most this often, so that two systems do not answer each other forever. */
const HELP_PAUSE_SECONDS = 60;
/** How long a message that was queued while its recipient opted out may have gone unnoticed. */
const OVERLAP_SECONDS = 600;

type Received = Pick<Message, 'accountId' | 'numberId' | 'sender' | 'recipient'>;
type ReceivedText = Pick<InboundMessage, 'text' | 'receivedAt'>;

/** Obeys and answers the words STOP, START and HELP. See docs/messages.md#consent. */
export class AnswerKeywords {
  constructor(
    private readonly optOuts: OptOutStore,
    private readonly replies: QueueReplies,
    private readonly messages: Pick<Messages, 'failAll'>,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction. Returns what the message asks for, or null. */
  async answer(
    { accountId, numberId, recipient: fromNumber, sender: toNumber }: Received,
    received: ReceivedText,
  ): Promise<KeywordAction | null> {
    const keyword = keywordOf(received.text);
    if (!keyword) return null;
    const conversation = { accountId, numberId, fromNumber, toNumber };
    const isNews = await this.obey(keyword, conversation, received);
    // Names of companies and short codes of other networks cannot be answered.
    if (isNews && isCanonicalNumber(toNumber)) await this.replies.queue(conversation, replyTo(keyword));
    return keyword.action;
  }

  /** Fails messages that were queued in the same moment as their recipient opted out. Returns how many. */
  async failUnwanted(): Promise<number> {
    let failed = 0;
    const since = addSeconds(this.clock.now(), -OVERLAP_SECONDS);
    for (const conversation of await this.optOuts.waitingSince(since)) failed += await this.failWaiting(conversation);
    return failed;
  }

  /** Returns whether the sender has to be answered: a word that changes nothing is not. */
  private async obey(
    { action }: Keyword,
    conversation: Conversation,
    { text, receivedAt: askedAt }: ReceivedText,
  ): Promise<boolean> {
    const now = this.clock.now();
    if (action === 'help') return this.optOuts.isUnansweredSince(conversation, addSeconds(now, -HELP_PAUSE_SECONDS));
    if (action === 'start') return this.optOuts.end(conversation, askedAt);
    const optOut = { id: newId('opt'), ...conversation, keyword: text.trim(), askedAt, createdAt: now };
    const isNews = await this.optOuts.add(optOut);
    if (isNews) await this.failWaiting(conversation);
    return isNews;
  }

  private failWaiting({ accountId, fromNumber, toNumber }: Conversation): Promise<number> {
    return this.messages.failAll({ accountId, sender: fromNumber, recipient: toNumber }, 'recipient_opted_out');
  }
}
