import { addSeconds, type Clock, isCanonicalNumber, newId } from '@trunkline/kernel';
import { type Keyword, type KeywordAction, keywordOf } from '../../domain/consent/keywords';
import { replyTo } from '../../domain/consent/replies';
import type { Message } from '../../domain/message';
import type { InboundMessage } from '../inbound/ports';
import { sumOfEach } from '../faults';
import type { ChangedMessage } from '../../domain/message-events';
import type { Messages } from '../messages/messages';
import type { WaitingScope } from '../messages/ports';
import type { Conversation, OptOutStore } from './ports';
import type { QueueReplies } from './queue-replies';

/** A help text is sent at most this often, so that two systems do not answer each other forever. */
const HELP_PAUSE_SECONDS = 60;
/** How long a message that was queued while its recipient opted out may have gone unnoticed. */
const OVERLAP_SECONDS = 600;
const OPTED_OUT = 'recipient_opted_out';

type Received = Pick<Message, 'accountId' | 'numberId' | 'sender' | 'recipient'>;
type ReceivedText = Pick<InboundMessage, 'text' | 'receivedAt'>;

/** What a word has done. */
export interface ObeyedKeyword {
  readonly action: KeywordAction;
  /** Messages that wait no longer. What they hold is to be released. */
  readonly failed: readonly ChangedMessage[];
}

/** Obeys and answers the words STOP, START and HELP. See docs/messages.md#consent. */
export class AnswerKeywords {
  constructor(
    private readonly optOuts: OptOutStore,
    private readonly replies: QueueReplies,
    private readonly messages: Pick<Messages, 'failAll' | 'failHeld'>,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction, and locks no wallet. Returns what the message asks for and has done, or null. */
  async answer(
    { accountId, numberId, recipient: fromNumber, sender: toNumber }: Received,
    received: ReceivedText,
  ): Promise<ObeyedKeyword | null> {
    const keyword = keywordOf(received.text);
    if (!keyword) return null;
    const conversation = { accountId, numberId, fromNumber, toNumber };
    const { action } = keyword;
    const isNews = await this.obey(keyword, conversation, received);
    if (!isNews) return { action, failed: [] };
    const failed = action === 'stop' ? await this.messages.failHeld(scopeOf(conversation), OPTED_OUT) : [];
    // Names of companies and short codes of other networks cannot be answered.
    if (isCanonicalNumber(toNumber)) await this.replies.queue(conversation, replyTo(keyword));
    return { action, failed };
  }

  /** Fails messages that were queued in the same moment as their recipient opted out. Returns how many. */
  async failUnwanted(): Promise<number> {
    const since = addSeconds(this.clock.now(), -OVERLAP_SECONDS);
    const conversations = await this.optOuts.waitingSince(since);
    return sumOfEach(conversations, (conversation) => this.messages.failAll(scopeOf(conversation), OPTED_OUT));
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
    return this.optOuts.add(optOut);
  }
}

function scopeOf({ accountId, fromNumber, toNumber }: Conversation): WaitingScope {
  return { accountId, sender: fromNumber, recipient: toNumber };
}
