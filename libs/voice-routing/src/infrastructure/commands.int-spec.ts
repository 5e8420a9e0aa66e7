import { newId } from '@trunkline/kernel';
import { CryptoBox, Notifications } from '@trunkline/platform';
import { eventually, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { COMMAND_SECONDS, HandOutCommands } from '../application/commands/hand-out-commands';
import type { RoutedAnswer } from '../application/calls/route-answer';
import type { HandedCommand, SwitchCommand } from '../application/commands/ports';
import type { SwitchNode } from '../domain/live-calls/switch-node';
import { aDecision } from '../testing';
import { decisionLogOn } from '../testing/postgres-world';
import { voiceRoutingPersistence } from '../voice-routing.module';
import { StoredCommandQueue } from './command-queue';
import { StoredSwitchCommands } from './switch-commands';

const box = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 7) }]);
const OK = { ok: true, sipCode: 200, rttMs: 12, error: null };
const PLAN: RoutedAnswer = {
  action: 'route',
  decisionId: 'rd_1',
  routing: 'serial',
  maxDurationSeconds: 900,
  routes: [],
  firstBranch: 0,
  resumeAfter: null,
};

let database: TestDatabase;
let notifications: Notifications;

beforeAll(async () => {
  database = await testDatabase([voiceRoutingPersistence]);
  notifications = new Notifications(database.url);
  await notifications.start();
});
afterAll(async () => {
  await notifications.stop();
  await database.close();
});

/** Two processes of the API and a process of a switch of its own. */
function world() {
  const { db } = database;
  const at: SwitchNode = { switchId: newId('op'), node: 'a' };
  const commands = new StoredSwitchCommands(db, box, notifications);
  const queue = new StoredCommandQueue(db, box, notifications);
  const processes = [new HandOutCommands(queue), new HandOutCommands(queue)] as const;
  const poll = (given: Partial<{ after: string; wait: number; signal: AbortSignal; node: SwitchNode }> = {}, api = 0) =>
    (processes[api] ?? processes[0]).poll(given.node ?? at, {
      after: given.after ?? null,
      waitSeconds: given.wait ?? 0,
      signal: given.signal ?? new AbortController().signal,
    });
  const ids = async (polled: Promise<readonly HandedCommand[] | null>) => ((await polled) ?? []).map(({ id }) => id);
  const hangup = (given: Partial<SwitchNode> = {}) =>
    commands.send({ type: 'hangup', at: { ...at, ...given }, decisionId: 'rd_1', callId: 'c1' });
  const age = (id: string, seconds: number) =>
    db.query(
      `UPDATE voice.switch_commands SET created_at = created_at - make_interval(secs => $2),
         handed_at = handed_at - make_interval(secs => $2) WHERE id = $1`,
      [id, seconds],
    );
  return { db, at, commands, queue, processes, poll, ids, hangup, age };
}

/** A live call, and the command to place it. */
async function originate({ db, at, commands }: ReturnType<typeof world>) {
  const decision = aDecision({ ...at, accountId: newId('acc'), routes: [], isExtending: false, createdAt: new Date() });
  const log = decisionLogOn(db);
  await log.start(decision, null);
  const command: SwitchCommand = {
    type: 'originate',
    at,
    decisionId: decision.id,
    callId: decision.callId,
    from: '+12125550100',
    to: '+442079460000',
    ringTimeoutSeconds: 20,
    plan: PLAN,
    agent: PLAN,
  };
  return { id: await commands.send(command), command, decision, log };
}

describe('commands to a switch', () => {
  it('arrive within milliseconds at a poll that waits in another process', async () => {
    const { poll, hangup, processes } = world();
    const waiting = poll({ wait: 30 }, 1);
    await eventually(() => expect(processes[1].waitingPolls).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const sentAt = performance.now();
    const id = await hangup();
    expect(await waiting).toMatchObject([{ id, type: 'hangup', decisionId: 'rd_1', callId: 'c1' }]);
    expect(performance.now() - sentAt).toBeLessThan(500);
  });

  it('arrive within a second without a notification', async () => {
    const { at, hangup } = world();
    const deaf = new HandOutCommands(new StoredCommandQueue(database.db, box, new Notifications(database.url)));
    const waiting = deaf.poll(at, { after: null, waitSeconds: 30, signal: new AbortController().signal });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const id = await hangup();
    expect((await waiting)?.map((command) => command.id)).toEqual([id]);
  });

  it('go to the process of the switch that they are for', async () => {
    const { poll, ids, hangup, at } = world();
    const id = await hangup({ node: 'b' });
    expect(await ids(poll())).toEqual([]);
    expect(await ids(poll({ node: { ...at, node: 'b' } }))).toEqual([id]);
  });

  it('are handed to one of many polls', async () => {
    const { poll, ids, hangup, at } = world();
    const sent = await Promise.all(Array.from({ length: 40 }, () => hangup()));
    const polls = Array.from({ length: 8 }, (_, n) => ids(poll({ node: at }, n % 2)));
    expect((await Promise.all(polls)).flat().sort()).toEqual(sent.sort());
  });

  it('are handed out again while they are not acknowledged, and only then', async () => {
    const { poll, ids, hangup, age } = world();
    const id = await hangup();
    expect(await ids(poll({ after: 'none' }))).toEqual([id]);
    expect(await ids(poll({ after: 'none' }))).toEqual([]);
    await age(id, 4);
    expect(await ids(poll({ after: 'none' }))).toEqual([id]);
    await age(id, 4);
    expect(await ids(poll({ after: id }))).toEqual([]);
    await age(id, 4);
    expect(await ids(poll({ after: 'none' }))).toEqual([]);
  });

  it('are never handed out when they are older than 30 seconds', async () => {
    const { poll, ids, hangup, age } = world();
    const [fresh, old] = [await hangup(), await hangup()];
    await age(fresh, COMMAND_SECONDS - 5);
    await age(old, COMMAND_SECONDS);
    expect(await ids(poll({ after: 'none' }))).toEqual([fresh]);
  });

  it('are seconds old for a switch that has just started', async () => {
    const { poll, ids, hangup, age } = world();
    const [fresh, old] = [await hangup(), await hangup()];
    await age(old, 6);
    expect(await ids(poll())).toEqual([fresh]);
  });

  it('are kept for the next poll when the switch disconnects first', async () => {
    const { poll, ids, hangup, queue } = world();
    const left = new AbortController();
    const id = await hangup();
    const { take } = queue;
    queue.take = async (...args) => {
      const taken = await take.apply(queue, args);
      left.abort();
      return taken;
    };
    expect(await ids(poll({ signal: left.signal }))).toEqual([]);
    queue.take = take;
    expect(await ids(poll())).toEqual([id]);
  });

  it('end no poll that waits for another switch', async () => {
    const { poll, ids, processes, hangup } = world();
    const waiting = ids(poll({ wait: 30 }));
    await hangup({ switchId: 'other' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(processes[0].waitingPolls).toBe(1);
    processes[0].end();
    expect(await waiting).toEqual([]);
    expect(await ids(poll({ wait: 30 }))).toEqual([]);
  });

  it('let at most four polls of a process of a switch wait, and end the oldest', async () => {
    const { poll, processes } = world();
    const polls = Array.from({ length: 4 }, () => poll({ wait: 30 }));
    const fifth = poll({ wait: 30 });
    expect(await polls[0]).toEqual([]);
    expect(processes[0].waitingPolls).toBe(4);
    processes[0].end();
    await Promise.all([...polls, fifth]);
  });
});

describe('an originate command', () => {
  it('is handed out once, also when it is not acknowledged', async () => {
    const given = world();
    const { id } = await originate(given);
    const polled = await given.poll({ after: 'none' });
    expect(polled).toMatchObject([{ id, type: 'originate', from: '+12125550100', plan: PLAN, agent: PLAN }]);
    await given.age(id, 10);
    expect(await given.ids(given.poll({ after: 'none' }))).toEqual([]);
  });

  it('is refused once its decision has a CDR', async () => {
    const given = world();
    const { decision, log } = await originate(given);
    await log.markReported([decision.id], new Date());
    expect(await given.ids(given.poll())).toEqual([]);
  });

  it('is withdrawn or handed out, never both', async () => {
    for (let n = 0; n < 10; n++) {
      const given = world();
      const { id, decision } = await originate(given);
      const [handed, isWithdrawn] = await Promise.all([given.ids(given.poll()), given.commands.withdraw(decision.id)]);
      expect([handed.length > 0, isWithdrawn].filter(Boolean)).toHaveLength(1);
      expect(await given.ids(given.poll({ after: id }))).toEqual([]);
    }
  });

  it('is closed when no switch takes it, once', async () => {
    const given = world();
    const { id, decision } = await originate(given);
    expect((await given.queue.closeExpired(100)).map(({ decisionId }) => decisionId)).not.toContain(decision.id);
    await given.age(id, COMMAND_SECONDS);
    const closed = (await Promise.all([given.queue.closeExpired(100), given.queue.closeExpired(100)])).flat();
    expect(closed).toContainEqual({ accountId: decision.accountId, decisionId: decision.id });
    expect(closed.filter(({ decisionId }) => decisionId === decision.id)).toHaveLength(1);
  });
});

describe('the result of a command', () => {
  it('reaches the one who waits for it, and the first counts', async () => {
    const { commands, queue, poll, at } = world();
    const id = await commands.send({ type: 'probe', uri: 'sip:192.0.2.1', transport: 'udp' });
    await poll();
    const waiting = commands.result(id, 10_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await queue.finish(id, at.switchId, OK)).toEqual({ failed: null });
    expect(await waiting).toEqual(OK);
    expect(await queue.finish(id, null, { ...OK, ok: false })).toEqual({ failed: null });
    expect(await commands.result(id, 0)).toEqual(OK);
  });

  it('is null when none arrives in time', async () => {
    const { commands } = world();
    const id = await commands.send({ type: 'probe', uri: 'sip:192.0.2.1', transport: 'udp' });
    expect(await commands.result(id, 20)).toBeNull();
    expect(await commands.result('cmd_unknown', 10_000)).toBeNull();
  });

  it('is refused for an unknown command, one that was not handed out, and one of another switch', async () => {
    const { queue, hangup, poll } = world();
    const id = await hangup();
    expect(await queue.finish('cmd_unknown', null, OK)).toBeNull();
    expect(await queue.finish(id, null, OK)).toBeNull();
    await poll();
    expect(await queue.finish(id, 'other', OK)).toBeNull();
    expect(await queue.finish(id, null, OK)).toEqual({ failed: null });
  });

  it('names the call that could not be placed, once', async () => {
    const given = world();
    const { id, decision } = await originate(given);
    await given.poll();
    const failed = { decisionId: decision.id, switchId: given.at.switchId };
    expect(await given.queue.finish(id, null, { ...OK, ok: false })).toEqual({ failed });
    expect(await given.queue.finish(id, null, { ...OK, ok: false })).toEqual({ failed: null });
  });
});

describe('a switch', () => {
  it('is connected for 40 seconds after it has asked for commands', async () => {
    const { commands, poll, at, db } = world();
    await poll();
    expect([await commands.isConnected(), await commands.connected()]).toEqual([true, at]);
    await db.query(`UPDATE voice.switch_polls SET polled_at = polled_at - interval '41 seconds'`);
    expect([await commands.isConnected(), await commands.connected()]).toEqual([false, null]);
  });

  it('leaves no commands of the day before', async () => {
    const { queue, hangup, age, db } = world();
    const [kept, pruned] = [await hangup(), await hangup()];
    await age(kept, 86_000);
    await age(pruned, 86_401);
    expect(await queue.prune()).toBeGreaterThan(0);
    const rows = await db.query<{ id: string }>('SELECT id FROM voice.switch_commands WHERE id = ANY ($1)', [
      [kept, pruned],
    ]);
    expect(rows).toEqual([{ id: kept }]);
  });
});
