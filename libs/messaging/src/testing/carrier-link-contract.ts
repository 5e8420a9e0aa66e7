import { eventually } from '@trunkline/platform/testing';
import type { CarrierLink, OutboundMessage, SubmitOutcome } from '../application/carriers/ports';
import type { RecordingInbox } from './recording-inbox';

type Scripted = Exclude<SubmitOutcome['kind'], 'accepted'>;

/** A link with a carrier that tests control. An absent member means that this carrier cannot produce the behaviour. */
export interface LinkBed {
  readonly link: CarrierLink;
  readonly inbox: RecordingInbox;
  /** Returns a message that the carrier takes, in so many parts. */
  accepted(parts: number): OutboundMessage;
  /** Makes the carrier ready for an outcome, and returns the message that has it. */
  readonly outcomes: Partial<Record<Scripted, () => OutboundMessage | Promise<OutboundMessage>>>;
  /** Sends a receipt for a message that was taken. Returns whether the link acknowledged it. */
  readonly report?: (carrierMessageId: string, message: OutboundMessage) => Promise<boolean>;
  /** Sends a message to one of our numbers. Returns whether the link acknowledged it. */
  readonly deliver?: (message: {
    readonly from: string;
    readonly to: string;
    readonly text: string;
  }) => Promise<boolean>;
  close(): Promise<void>;
}

/** What every link to a carrier promises, whatever its protocol. */
export function itIsACarrierLink(open: () => Promise<LinkBed>): void {
  let bed: LinkBed;

  beforeEach(async () => {
    bed = await open();
    await eventually(() => expect(bed.link.state.connected).toBe(true));
  });

  afterEach(() => bed.close());

  /** Returns undefined if the carrier cannot produce the outcome. */
  const outcome = async (kind: Scripted): Promise<SubmitOutcome | undefined> => {
    const message = await bed.outcomes[kind]?.();
    return message && bed.link.submit(message);
  };

  it.each([1, 3])('returns an id of its own for each of %i parts', async (parts) => {
    const accepted = await bed.link.submit(bed.accepted(parts));
    if (accepted.kind !== 'accepted') throw new Error(`The outcome was ${accepted.kind}.`);
    expect(accepted.carrierMessageIds).toHaveLength(parts);
    expect(new Set(accepted.carrierMessageIds).size).toBe(parts);
    expect(accepted.carrierMessageIds).not.toContain('');
  });

  it('translates a refusal', async () => {
    const refused = await outcome('refused');
    if (bed.outcomes.refused)
      expect(refused).toEqual({ kind: 'refused', code: expect.stringMatching(/./), errorCode: expect.any(String) });
  });

  it('says when to try a busy carrier again', async () => {
    const busy = await outcome('busy');
    if (bed.outcomes.busy) expect(busy).toEqual({ kind: 'busy', retryAfterMs: expect.any(Number) });
    if (busy?.kind === 'busy') expect(busy.retryAfterMs).toBeGreaterThan(0);
  });

  it('distinguishes a message that was not sent from one with an unknown outcome', async () => {
    if (bed.outcomes.unknown) expect(await outcome('unknown')).toEqual({ kind: 'unknown', carrierMessageIds: [] });
    if (bed.outcomes.unreachable) expect(await outcome('unreachable')).toEqual({ kind: 'unreachable' });
  });

  it('counts what is in flight and measures the lag', async () => {
    const submission = bed.link.submit(bed.accepted(1));
    expect(bed.link.state.inFlight).toBe(1);
    await submission;
    expect(bed.link.state).toMatchObject({ connected: true, inFlight: 0, lagMs: expect.any(Number) });
    // PostgreSQL stores it as an integer.
    expect(Number.isInteger(bed.link.state.lagMs)).toBe(true);
  });

  it('acknowledges a receipt once the inbox has committed it', async () => {
    if (!bed.report) return;
    const message = bed.accepted(1);
    const accepted = await bed.link.submit(message);
    const [id = ''] = accepted.kind === 'accepted' ? accepted.carrierMessageIds : [];
    const release = bed.inbox.hold();
    const acknowledged = bed.report(id, message);
    await expect(Promise.race([acknowledged, new Promise((done) => setTimeout(done, 30, 'held'))])).resolves.toBe(
      'held',
    );
    release();
    expect(await acknowledged).toBe(true);
    expect(bed.inbox.receipts).toEqual([expect.objectContaining({ carrierMessageId: id, state: 'delivered' })]);
  });

  it('acknowledges neither a receipt nor a message that the inbox did not commit', async () => {
    const message = bed.accepted(1);
    bed.inbox.fail(2);
    if (bed.report) expect(await bed.report('an-id', message)).toBe(false);
    else bed.inbox.fail(1);
    if (bed.deliver) expect(await bed.deliver({ from: message.to, to: message.from, text: 'Hello' })).toBe(false);
    expect([...bed.inbox.receipts, ...bed.inbox.parts]).toEqual([]);
  });

  it('passes a message on', async () => {
    if (!bed.deliver) return;
    const message = { from: '+4915112345678', to: '+14155550100', text: 'Grüße für 5 €' };
    expect(await bed.deliver(message)).toBe(true);
    expect(bed.inbox.parts).toEqual([
      expect.objectContaining({ ...message, encoding: 'gsm7', reference: null, part: 1, parts: 1 }),
    ]);
  });

  it('sends nothing after it was closed, and can be closed twice', async () => {
    await Promise.all([bed.link.close(), bed.link.close()]);
    expect(await bed.link.submit(bed.accepted(1))).toEqual({ kind: 'unreachable' });
  });
}
