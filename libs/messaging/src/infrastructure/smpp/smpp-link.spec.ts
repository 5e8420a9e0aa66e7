import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock } from '@trunkline/kernel';
import { eventually, RecordingLog } from '@trunkline/platform/testing';
import type { OutboundMessage } from '../../application/carriers/ports';
import { itIsACarrierLink } from '../../testing/carrier-link-contract';
import { RecordingInbox } from '../../testing/recording-inbox';
import { anOutboundMessage } from '../../testing/samples';
import { linkTo, type PartScript, type ReceivedPart, Smsc, type SmscOptions } from '../../testing/smsc';
import { pduOctets, STATUS } from './pdu';
import type { SmppLink } from './smpp-link';
import { SMPP_TIMINGS, type SmppObserver, type SmppSettings, type SmppTimings } from './smpp-settings';

const QUICK: SmppTimings = {
  ...SMPP_TIMINGS,
  requestMs: 5_000,
  unbindMs: 500,
  closeMs: 2_000,
  reconnectMs: [10, 40],
  throttledMs: [40, 200],
  laterMs: 30,
};
const OURS = '+14155550100';
const THEIRS = '+4915112345678';

interface World {
  readonly smsc: Smsc;
  readonly link: SmppLink;
  readonly inbox: RecordingInbox;
  readonly kept: { readonly octets: Buffer; readonly reason: string }[];
  readonly throttled: () => number;
  readonly close: () => Promise<void>;
}

interface WorldOptions extends SmscOptions {
  readonly settings?: Partial<SmppSettings>;
  readonly timings?: Partial<SmppTimings>;
}

const open: World[] = [];

async function world({ settings, timings, ...options }: WorldOptions = {}): Promise<World> {
  const smsc = await Smsc.start(options);
  const inbox = new RecordingInbox();
  const kept: World['kept'] = [];
  let throttled = 0;
  const observer: SmppObserver = {
    throttled: () => (throttled += 1),
    unreadable: async (octets, reason) => void kept.push({ octets, reason }),
    closed: () => undefined,
  };
  const around = { inbox, observer, clock: new SystemClock(), log: new RecordingLog() };
  const link = linkTo(smsc, around, { settings, timings: { ...QUICK, ...timings } });
  const made: World = {
    smsc,
    link,
    inbox,
    kept,
    throttled: () => throttled,
    close: async () => {
      await link.close();
      await smsc.close();
    },
  };
  open.push(made);
  return made;
}

const bound = (link: SmppLink) => eventually(() => expect(link.state.connected).toBe(true));

let count = 0;
function message(parts: readonly string[] = ['Hello'], changes: Partial<OutboundMessage> = {}): OutboundMessage {
  count += 1;
  const texts = parts.map((text) => ({ text }));
  return anOutboundMessage({ id: `sms_${String(count)}`, from: OURS, to: THEIRS, parts: texts, ...changes });
}

/** Fields of a message to our number. */
const inbound = (text: string, changes: Record<string, unknown> = {}) => ({
  source_addr_ton: 1,
  source_addr: THEIRS.slice(1),
  dest_addr_ton: 1,
  destination_addr: OURS.slice(1),
  short_message: Buffer.from(text, 'latin1'),
  ...changes,
});

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()));
});

describe('SmppLink as a link', () => {
  itIsACarrierLink(async () => {
    const { smsc, link, inbox, close } = await world({ timings: { requestMs: 200 } });
    const scripted = (script: SmscOptions['script']) => () => {
      smsc.set({ script });
      return message();
    };
    return {
      link,
      inbox,
      accepted: (parts) => message(Array.from({ length: parts }, () => 'x'.repeat(153))),
      outcomes: {
        refused: scripted(() => ({ status: STATUS.invalidDestination })),
        busy: scripted(() => ({ status: STATUS.throttled })),
        unknown: scripted(() => ({ fault: 'disconnect' })),
        unreachable: async () => {
          await smsc.close();
          await eventually(() => expect(link.state.connected).toBe(false));
          return message();
        },
      },
      report: async (id, { from, to }) =>
        (await smsc.receipt({ id, from: from.slice(1), to: to.slice(1) } as ReceivedPart, { state: 2 })) === 0,
      deliver: async ({ from, to, text }) => {
        // ß, ü and € in GSM-7.
        const octets = Array.from(text).flatMap(
          (c) => ({ ü: [0x7e], ß: [0x1e], '€': [0x1b, 0x65] })[c] ?? [c.charCodeAt(0)],
        );
        const fields = inbound('', {
          source_addr: from.slice(1),
          destination_addr: to.slice(1),
          short_message: Buffer.from(octets),
        });
        return (await smsc.deliver(fields)) === 0;
      },
      close,
    };
  });
});

describe('SmppLink, of its sessions,', () => {
  it('binds as a transceiver with the credentials', async () => {
    const { smsc, link } = await world({ settings: { systemType: 'vma' } });
    await bound(link);
    const fields = { system_id: 'trunkline', password: 'secret', system_type: 'vma', interface_version: 0x34 };
    expect(smsc.binds).toEqual([{ command: 'bind_transceiver', fields: expect.objectContaining(fields) }]);
  });

  it('binds a pair, sends over the transmitter and receives over the receiver', async () => {
    const { smsc, link, inbox } = await world({ settings: { bind: 'pair' } });
    await bound(link);
    expect(smsc.binds.map(({ command }) => command).sort()).toEqual(['bind_receiver', 'bind_transmitter']);
    expect(await link.submit(message())).toMatchObject({ kind: 'accepted' });
    expect(await smsc.deliver(inbound('Hi'))).toBe(0);
    expect(inbox.parts).toHaveLength(1);
  });

  it('binds over TLS only if the certificate is trusted and names the host', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trunkline-smpp-'));
    const certificate = (name: string, san: string) => {
      const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
      const subject = ['-subj', '/CN=smsc', '-addext', `subjectAltName=${san}`];
      const options = [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ];
      const { status, stderr } = spawnSync('openssl', [...options, '-keyout', key, '-out', cert, ...subject]);
      if (status !== 0) throw new Error(String(stderr));
      return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
    };
    try {
      const ours = certificate('ours', 'IP:127.0.0.1');
      const others = certificate('others', 'DNS:example.com');
      const trusted = await world({ tls: ours, settings: { tls: true, trusted: ours.cert } });
      await bound(trusted.link);
      expect(await trusted.link.submit(message())).toMatchObject({ kind: 'accepted' });
      const unknown = await world({ tls: ours, settings: { tls: true } });
      await eventually(() => expect(unknown.link.state.lastError).toContain('self-signed certificate'));
      const wrong = await world({ tls: others, settings: { tls: true, trusted: others.cert } });
      await eventually(() => expect(wrong.link.state.lastError).toContain("IP: 127.0.0.1 is not in the cert's list"));
      expect([...unknown.smsc.binds, ...wrong.smsc.binds]).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('connects again after growing pauses', async () => {
    const { smsc, link } = await world({ bind: () => STATUS.systemError, timings: { reconnectMs: [20, 10_000] } });
    await eventually(() => expect(smsc.binds.length).toBeGreaterThanOrEqual(4));
    expect(link.state).toMatchObject({ connected: false, lastError: expect.stringContaining('ESME_RSYSERR') });
    smsc.set({ bind: () => STATUS.ok });
    await bound(link);
  });

  it('shows that its password is wrong, and does not repeat it', async () => {
    const { smsc, link } = await world({ bind: () => STATUS.invalidPassword });
    await eventually(() => expect(link.state.lastError).toBe('The carrier refused the bind: ESME_RINVPASWD.'));
    // Several pauses of other failures.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(smsc.binds).toHaveLength(1);
    expect(link.state.connected).toBe(false);
  });

  it('connects again when the carrier does not answer enquire_link', async () => {
    const { smsc, link } = await world({ timings: { enquireMs: 30, enquireAnswerMs: 40 } });
    await bound(link);
    smsc.freeze();
    await eventually(() => expect(link.state.lastError).toContain('did not answer enquire_link'));
    await eventually(() => expect(smsc.binds.length).toBeGreaterThan(1));
  });
});

describe('SmppLink, of what it sends,', () => {
  it('encodes GSM-7 with the data coding of the carrier and one septet per octet', async () => {
    const { smsc, link } = await world({ settings: { dataCoding: 0xf1 } });
    await bound(link);
    await link.submit(message(['@ü€[']));
    const octets = Buffer.from([0x00, 0x20, 0x7e, 0x1b, 0x65, 0x1b, 0x3c].filter((octet) => octet !== 0x20));
    expect(smsc.parts).toMatchObject([
      { dataCoding: 0xf1, esmClass: 0, octets, from: '14155550100', to: '4915112345678' },
    ]);
    expect(smsc.parts[0]?.fields).toMatchObject({
      source_addr_ton: 1,
      source_addr_npi: 1,
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      registered_delivery: 1,
    });
  });

  it('encodes other texts as UTF-16', async () => {
    const { smsc, link } = await world();
    await bound(link);
    await link.submit(message(['Ж😀'], { encoding: 'ucs2' }));
    expect(smsc.parts).toMatchObject([{ dataCoding: 8, octets: Buffer.from([0x04, 0x16, 0xd8, 0x3d, 0xde, 0x00]) }]);
  });

  it('numbers the parts of long messages, with a reference that the next message to the destination does not have', async () => {
    const { smsc, link } = await world();
    await bound(link);
    await link.submit(message(['one', 'two']));
    await link.submit(message(['three', 'four']));
    expect(smsc.parts.map(({ esmClass }) => esmClass)).toEqual([0x40, 0x40, 0x40, 0x40]);
    const headers = smsc.parts.map(({ octets }) => [...octets.subarray(0, 6)]);
    const [first = 0, , second = 0] = headers.map((header) => header[3]);
    expect(headers).toEqual([
      [5, 0, 3, first, 2, 1],
      [5, 0, 3, first, 2, 2],
      [5, 0, 3, second, 2, 1],
      [5, 0, 3, second, 2, 2],
    ]);
    expect(second).toBe((first + 1) % 256);
    expect(smsc.parts.map(({ octets }) => octets.subarray(6).toString())).toEqual(['one', 'two', 'three', 'four']);
  });

  it.each([
    ['+14155550100', {}, { source_addr_ton: 1, source_addr_npi: 1, source_addr: '14155550100' }],
    [
      '+14155550100',
      { sourceTon: 0, sourceNpi: 8 },
      { source_addr_ton: 0, source_addr_npi: 8, source_addr: '14155550100' },
    ],
    ['24365', { sourceTon: 1 }, { source_addr_ton: 3, source_addr_npi: 0, source_addr: '24365' }],
    ['Trunkline', { sourceTon: 1 }, { source_addr_ton: 5, source_addr_npi: 0, source_addr: 'Trunkline' }],
  ])('types the sender %s with the settings %j', async (from, settings, fields) => {
    const { smsc, link } = await world({ settings });
    await bound(link);
    await link.submit(message(['Hi'], { from }));
    expect(smsc.parts[0]?.fields).toMatchObject(fields);
  });

  it('awaits the answers to a window of parts, and sends no more than the limit in a second', async () => {
    let awaited = 0;
    let most = 0;
    const { smsc, link } = await world({ settings: { window: 4, perSecond: 20 } });
    smsc.set({
      script: () => {
        awaited += 1;
        most = Math.max(most, awaited);
        setTimeout(() => (awaited -= 1), 4);
        return { delayMs: 5 };
      },
    });
    await bound(link);
    const startedAt = performance.now();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => link.submit(message())));
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(most).toBe(4);
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
  });

  it('keeps the order of the calls', async () => {
    const { smsc, link } = await world({ settings: { window: 3 } });
    await bound(link);
    const texts = Array.from({ length: 50 }, (_, n) => `message ${String(n)}`);
    await Promise.all(texts.map((text) => link.submit(message([text]))));
    expect(smsc.parts.map(({ octets }) => octets.toString())).toEqual(texts);
  });

  it.each([
    [STATUS.invalidDestination, 'ESME_RINVDSTADR', 'recipient_invalid'],
    [STATUS.invalidSource, 'ESME_RINVSRCADR', 'sender_not_allowed'],
    [STATUS.permanentError, 'ESME_RX_P_APPN', 'carrier_refused'],
    [0x0400, '0x00000400', 'carrier_refused'],
  ])('translates the refusal %i', async (status, code, errorCode) => {
    const { link } = await world({ script: () => ({ status }) });
    await bound(link);
    expect(await link.submit(message())).toEqual({ kind: 'refused', code, errorCode });
  });

  it('returns no ids of a carrier that names none', async () => {
    const { link } = await world({ idOf: () => '' });
    await bound(link);
    expect(await link.submit(message(['one', 'two']))).toEqual({ kind: 'accepted', carrierMessageIds: [] });
  });
});

describe('SmppLink, when the carrier has too much to do,', () => {
  it('pauses for longer and longer, then sends as before', async () => {
    const { smsc, link, throttled } = await world({ script: () => ({ status: STATUS.throttled }) });
    await bound(link);
    const pauses: number[] = [];
    for (let n = 0; n < 4; n++) {
      const outcome = await link.submit(message());
      if (outcome.kind !== 'busy') throw new Error(outcome.kind);
      pauses.push(outcome.retryAfterMs);
      // Nothing is sent during the pause.
      expect(await link.submit(message())).toMatchObject({ kind: 'busy' });
      // Timers may be early.
      while (link.pausedMs > 0) await new Promise((resolve) => setTimeout(resolve, link.pausedMs + 1));
    }
    expect(smsc.parts).toHaveLength(4);
    expect(throttled()).toBe(4);
    expect(pauses[3]).toBeGreaterThan((pauses[0] ?? 0) * 1.9);
    smsc.set({ script: () => ({}) });
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => link.submit(message())));
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
    smsc.set({ script: () => ({ status: STATUS.queueFull }) });
    expect(await link.submit(message())).toMatchObject({ kind: 'busy', retryAfterMs: expect.any(Number) });
    expect(link.pausedMs).toBeLessThanOrEqual(40);
  });

  it('counts the answers to one window as one', async () => {
    const { smsc, link } = await world({ script: () => ({ status: STATUS.throttled, delayMs: 20 }) });
    await bound(link);
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => link.submit(message())));
    expect(outcomes.every(({ kind }) => kind === 'busy')).toBe(true);
    expect(smsc.parts).toHaveLength(10);
    expect(link.pausedMs).toBeLessThanOrEqual(40);
  });

  it('sends the rest of a message whose first parts were taken', async () => {
    const { smsc, link } = await world();
    let refusals = 2;
    smsc.set({
      script: ({ octets }) => ({ status: octets[5] === 2 && refusals-- > 0 ? STATUS.throttled : STATUS.ok }),
    });
    await bound(link);
    const outcome = await link.submit(message(['one', 'two', 'three']));
    expect(outcome).toEqual({ kind: 'accepted', carrierMessageIds: ['m1', 'm4', 'm5'] });
  });

  it('repeats later what a carrier cannot take, without a pause for others', async () => {
    const { smsc, link } = await world({ script: () => ({ status: STATUS.systemError }) });
    await bound(link);
    expect(await link.submit(message())).toEqual({ kind: 'busy', retryAfterMs: QUICK.laterMs });
    smsc.set({ script: () => ({}) });
    expect(await link.submit(message())).toMatchObject({ kind: 'accepted' });
  });
});

describe('SmppLink, when the connection is lost,', () => {
  it('knows no outcome of a message whose last part was sent, but the ids of the parts before', async () => {
    const { link } = await world({ script: ({ octets }) => (octets[5] === 3 ? { fault: 'disconnect' } : {}) });
    await bound(link);
    const outcome = await link.submit(message(['one', 'two', 'three']));
    expect(outcome).toEqual({ kind: 'unknown', carrierMessageIds: ['m1', 'm2'] });
    await bound(link);
  });

  it('can send a message again whose last part was not sent', async () => {
    const { smsc, link } = await world({ script: ({ octets }) => (octets[5] === 2 ? { fault: 'disconnect' } : {}) });
    await bound(link);
    const outcome = await link.submit(message(['one', 'two', 'three']));
    expect(outcome).toEqual({ kind: 'unreachable', givenUpIds: ['m1'] });
    expect(smsc.parts).toHaveLength(2);
  });

  it('never calls a message unsent that the carrier has with all its parts, whatever the carrier does', async () => {
    const received = new Map<string, number>();
    const { smsc, link } = await world({
      timings: { requestMs: 40, enquireAnswerMs: 40, restMs: 60, throttledMs: [2, 8] },
    });
    const scripts: readonly PartScript[] = [
      { fault: 'disconnect' },
      { fault: 'disconnect_after' },
      { fault: 'silent' },
      { status: STATUS.throttled },
      { status: STATUS.systemError },
      { status: STATUS.invalidDestination },
      { delayMs: 60 },
      { delayMs: 5 },
    ];
    smsc.set({
      script: ({ octets, esmClass }) => {
        const script = Math.random() < 0.5 ? {} : (scripts[Math.floor(Math.random() * scripts.length)] ?? {});
        const text = octets.subarray(esmClass === 0 ? 0 : 6).toString();
        // A part is taken also where its answer does not arrive.
        if ((script.status ?? STATUS.ok) === STATUS.ok) received.set(text, (received.get(text) ?? 0) + 1);
        return script;
      },
    });
    const outcomes = new Map<string, string>();
    const send = async (n: number): Promise<void> => {
      const parts = Array.from({ length: 1 + (n % 3) }, (_, part) => `${String(n)}/${String(part)}`);
      const { kind } = await link.submit(message(parts));
      const isComplete = parts.every((part) => received.has(part));
      expect([n, kind, isComplete]).toEqual([n, kind, kind === 'unknown' ? isComplete : kind === 'accepted']);
      expect(parts.every((part) => (received.get(part) ?? 0) <= 1)).toBe(true);
      outcomes.set(String(n), kind);
    };
    for (let n = 0; n < 120; n += 12) {
      await bound(link);
      await Promise.all(Array.from({ length: 12 }, (_, each) => send(n + each)));
    }
    expect(outcomes.size).toBe(120);
    expect(new Set(outcomes.values()).size).toBeGreaterThanOrEqual(4);
    expect(link.state.inFlight).toBe(0);
  });

  it('reports a late answer, which settles the unknown outcome', async () => {
    const { link, inbox } = await world({ script: () => ({ delayMs: 120 }), timings: { requestMs: 50 } });
    await bound(link);
    const sent = message();
    expect(await link.submit(sent)).toEqual({ kind: 'unknown', carrierMessageIds: [] });
    await eventually(() => expect(inbox.receipts).toHaveLength(1));
    expect(inbox.receipts[0]).toEqual({
      messageId: sent.id,
      carrierMessageId: 'm1',
      from: OURS,
      to: THEIRS,
      state: 'accepted',
      code: null,
      at: null,
    });
  });

  it('answers to unbind, lets what is in flight end, and binds again', async () => {
    const { smsc, link } = await world({ script: () => ({ delayMs: 50 }) });
    await bound(link);
    const submission = link.submit(message());
    await eventually(() => expect(smsc.parts).toHaveLength(1));
    expect((await smsc.request('unbind')).status).toBe(0);
    expect(await link.submit(message())).toEqual({ kind: 'unreachable' });
    expect(await submission).toMatchObject({ kind: 'accepted' });
    await eventually(() => expect(smsc.binds).toHaveLength(2));
  });

  it('unbinds when it is closed, after what is in flight', async () => {
    const { smsc, link } = await world({ script: () => ({ delayMs: 50 }) });
    await bound(link);
    const submission = link.submit(message(['one', 'two']));
    await link.close();
    expect(await submission).toMatchObject({ kind: 'accepted' });
    expect(smsc.commands).toEqual(['bind_transceiver', 'submit_sm', 'submit_sm', 'unbind']);
  });
});

describe('SmppLink, when it is closed,', () => {
  it('acknowledges what it has taken, then unbinds', async () => {
    const { smsc, link, inbox } = await world();
    await bound(link);
    const release = inbox.hold();
    const acknowledged = smsc.deliver(inbound('Hello'));
    // What the SMSC has sent before its answer to this message, the link has received.
    await link.submit(message());
    const closed = link.close();
    setTimeout(release, 30);
    expect(await acknowledged).toBe(0);
    await closed;
    expect(smsc.commands).toEqual(['bind_transceiver', 'submit_sm', 'unbind']);
    expect(inbox.parts).toHaveLength(1);
  });
});

describe('SmppLink, when its carrier is disabled,', () => {
  it('ends the message of which a part was sent, and begins no other', async () => {
    const { smsc, link } = await world({ script: () => ({ delayMs: 30 }), settings: { window: 1 } });
    await bound(link);
    const submissions = [link.submit(message(['one', 'two', 'three'])), link.submit(message(['four']))];
    await eventually(() => expect(smsc.parts).toHaveLength(1));
    await link.close('drain');
    expect(await Promise.all(submissions)).toEqual([
      { kind: 'accepted', carrierMessageIds: ['m1', 'm2', 'm3'] },
      { kind: 'unreachable' },
    ]);
    expect(smsc.commands).toEqual(['bind_transceiver', 'submit_sm', 'submit_sm', 'submit_sm', 'unbind']);
  });

  it('waits longer for it than when the worker stops, which ends the wait', async () => {
    const { smsc, link } = await world({ script: () => ({ delayMs: 100 }), timings: { closeMs: 20, drainMs: 5_000 } });
    await bound(link);
    const submission = link.submit(message(['one', 'two', 'three', 'four', 'five', 'six']));
    await eventually(() => expect(smsc.parts).toHaveLength(1));
    const closed = link.close('drain');
    await eventually(() => expect(smsc.parts).toHaveLength(3));
    await link.close('stop');
    await closed;
    expect(await submission).toMatchObject({ kind: 'unreachable', givenUpIds: expect.arrayContaining(['m1', 'm2']) });
    expect(smsc.parts.length).toBeLessThan(6);
  });
});

describe('SmppLink, when its lease is lost,', () => {
  it('sends no further part of what it is sending, which is sent again whole', async () => {
    const { smsc, link } = await world({ script: () => ({ delayMs: 30 }), settings: { window: 1 } });
    await bound(link);
    const submissions = [link.submit(message(['one', 'two'])), link.submit(message(['three']))];
    await eventually(() => expect(smsc.parts).toHaveLength(1));
    await link.close('lost');
    expect(await Promise.all(submissions)).toEqual([
      { kind: 'unreachable', givenUpIds: ['m1'] },
      { kind: 'unreachable' },
    ]);
    expect(smsc.commands).toEqual(['bind_transceiver', 'submit_sm', 'unbind']);
  });
});

describe('SmppLink, of receipts,', () => {
  it.each(['parameters', 'text'] as const)('reads the %s', async (form) => {
    const { smsc, link, inbox } = await world();
    await bound(link);
    await link.submit(message());
    const [part] = smsc.parts;
    expect(await smsc.receipt(part!, { state: 5, form, error: '021' })).toBe(0);
    expect(inbox.receipts).toEqual([
      {
        carrierMessageId: 'm1',
        from: OURS,
        to: THEIRS,
        state: 'undelivered',
        code: form === 'text' ? '021' : null,
        at: null,
      },
    ]);
  });

  it('finds the id of an answer that comes later and is spelled in hexadecimal', async () => {
    const { link, inbox } = await world({
      idOf: () => '0A1B2C',
      script: () => ({ delayMs: 40, receiptFirst: { state: 2, form: 'text', id: '662316' } }),
    });
    await bound(link);
    expect(await link.submit(message())).toEqual({ kind: 'accepted', carrierMessageIds: ['0A1B2C'] });
    await eventually(() => expect(inbox.receipts).toMatchObject([{ carrierMessageId: '0A1B2C', state: 'delivered' }]));
  });

  it('asks the carrier for a state', async () => {
    const { link } = await world({
      other: ({ command, fields }) => {
        if (command !== 'query_sm') return null;
        if (fields['message_id'] === 'gone') return { status: STATUS.invalidMessageId };
        const answer = { message_id: 'm1', final_date: '261128160000012+', message_state: 2, error_code: 0 };
        return { status: fields['source_addr'] === OURS.slice(1) ? STATUS.ok : STATUS.queryFailed, fields: answer };
      },
    });
    await bound(link);
    const at = new Date('2026-11-28T13:00:00Z');
    expect(await link.query('m1', OURS)).toMatchObject({ carrierMessageId: 'm1', state: 'delivered', code: null, at });
    expect(await link.query('gone', OURS)).toMatchObject({ state: 'unknown' });
    expect(await link.query('m1', '+14155550199')).toBeNull();
  });
});

describe('SmppLink, of what it receives,', () => {
  it('keeps the order of a conversation', async () => {
    const { smsc, link, inbox } = await world();
    await bound(link);
    const texts = Array.from({ length: 20 }, (_, n) => `message ${String(n)}`);
    inbox.delay(20, 10, 5);
    await Promise.all(texts.map((text) => smsc.deliver(inbound(text))));
    expect(inbox.parts.map(({ text }) => text)).toEqual(texts);
  });

  it('keeps what it cannot read, answers it with the error, and goes on', async () => {
    const { smsc, link, inbox, kept } = await world();
    await bound(link);
    expect(await smsc.deliver(inbound('binary', { data_coding: 4 }))).toBe(STATUS.rejected);
    expect(await smsc.deliver(inbound('odd', { data_coding: 8 }))).toBe(STATUS.rejected);
    expect(await smsc.deliver(inbound('acknowledgement', { esm_class: 0x10 }))).toBe(STATUS.invalidEsmClass);
    expect(await smsc.deliver(inbound('id:1 sub:001', { esm_class: 4 }))).toBe(STATUS.permanentError);
    expect(kept.map(({ reason }) => reason)).toEqual([
      'The data coding 4 is not supported.',
      'The text ends within a character.',
      'Messages of the type 16 are not supported.',
      'The receipt names no known state.',
    ]);
    expect(kept[0]?.octets.includes('binary')).toBe(true);
    expect(await smsc.deliver(inbound('Hi'))).toBe(0);
    expect(inbox.parts).toHaveLength(1);
    expect(smsc.binds).toHaveLength(1);
  });

  it('keeps what is no PDU of SMPP, and goes on', async () => {
    const { smsc, link, kept } = await world();
    await bound(link);
    const unknown = Buffer.from('00000014000001990000000000000007aabbccdd', 'hex');
    const whole = pduOctets({ command: 'deliver_sm', sequence: 8, fields: inbound('Hello') });
    const short = Buffer.from(whole);
    // The length of the text is that of a longer one.
    short[short.length - 6] = 200;
    const huge = Buffer.concat([Buffer.from('00010000000000050000000000000009', 'hex'), Buffer.alloc(65_520)]);
    for (const octets of [unknown, short, huge]) smsc.write(octets);
    await eventually(() => expect(kept).toHaveLength(3));
    expect(kept.map(({ reason }) => reason)).toEqual([
      'The command is unknown.',
      'The field short_message is shorter than its length.',
      'The PDU is too long.',
    ]);
    expect(await link.submit(message())).toMatchObject({ kind: 'accepted' });
    expect(smsc.binds).toHaveLength(1);
  });

  it('connects anew when the carrier no longer speaks SMPP', async () => {
    const { smsc, link } = await world();
    await bound(link);
    smsc.write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await eventually(() => expect(smsc.binds).toHaveLength(2));
    await bound(link);
    expect(link.state.lastError).toContain('A PDU claims');
  });
});
