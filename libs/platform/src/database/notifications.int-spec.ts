import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createDataSource } from './database';
import { Notifications } from './notifications';
import { eventually, type TestDatabase, testDatabase } from '../testing/index';

/** As the owner: the application's role may not end the sessions of the login role. */
async function endSessions(url: string): Promise<void> {
  const owner = await createDataSource({ url, asOwner: true, poolSize: 1 }, []).initialize();
  await owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'trunkline-notifications'`);
  await owner.destroy();
}

/** Passes connections on to the database, except those that it accepts while it is silent. */
class SilentProxy {
  isSilent = false;
  readonly accepted: Socket[] = [];
  private readonly server = createServer((socket) => this.accept(socket));

  constructor(private readonly database: URL) {}

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return Object.assign(new URL(this.database), { host }).toString();
  }

  /** Ends the connections. */
  cut(): void {
    this.accepted.forEach((socket) => socket.destroy());
  }

  stop(): void {
    this.server.close();
    this.cut();
  }

  private accept(socket: Socket): void {
    this.accepted.push(socket);
    socket.on('error', () => undefined);
    if (this.isSilent) return;
    const upstream = connect(Number(this.database.port), this.database.hostname);
    upstream.on('error', () => undefined);
    socket.pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
  }
}

describe('notifications', () => {
  let test: TestDatabase;
  const started: Notifications[] = [];

  const start = async (notifications: Notifications): Promise<void> => {
    started.push(notifications);
    await notifications.start();
  };
  const notify = (channel: string): Promise<unknown> => test.db.query(`SELECT pg_notify($1, '')`, [channel]);

  beforeAll(async () => {
    test = await testDatabase([]);
  });
  afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())));
  afterAll(() => test.close());

  it('reach every listener of their channel only', async () => {
    const notifications = new Notifications(test.url);
    const heard: string[] = [];
    notifications.listen('one', () => heard.push('first'));
    notifications.listen('one', () => heard.push('second'));
    notifications.listen('Other "channel"', () => heard.push('other'));
    await start(notifications);
    await notify('one');
    await eventually(() => expect(heard).toEqual(['first', 'second']));
    await notify('Other "channel"');
    await eventually(() => expect(heard).toEqual(['first', 'second', 'other']));
  });

  it('reach a listener that was added after the start', async () => {
    const notifications = new Notifications(test.url);
    await start(notifications);
    let heard = 0;
    notifications.listen('late', () => heard++);
    await eventually(async () => {
      await notify('late');
      expect(heard).toBeGreaterThan(0);
    });
  });

  it('resume after a broken connection, and call every listener once', async () => {
    const notifications = new Notifications(test.url);
    let heard = 0;
    notifications.listen('broken', () => heard++);
    await start(notifications);
    await endSessions(test.url);
    await eventually(() => expect(heard).toBe(1));
    await notify('broken');
    await eventually(() => expect(heard).toBe(2));
  });

  it('end with the stop', async () => {
    const notifications = new Notifications(test.url);
    let heard = 0;
    notifications.listen('stopped', () => heard++);
    await start(notifications);
    await notifications.stop();
    await notify('stopped');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toBe(0);
  });

  describe('with a server that accepts connections and stays silent', () => {
    let proxy: SilentProxy;
    let url: string;

    beforeEach(async () => {
      proxy = new SilentProxy(new URL(test.url));
      url = await proxy.start();
    });
    afterEach(() => proxy.stop());

    it('resume once the server answers', async () => {
      const notifications = new Notifications(url, 200);
      let heard = 0;
      notifications.listen('silent', () => heard++);
      await start(notifications);
      proxy.isSilent = true;
      proxy.cut();
      await eventually(() => expect(proxy.accepted).toHaveLength(2));
      proxy.isSilent = false;
      await eventually(() => expect(heard).toBe(1));
      await notify('silent');
      await eventually(() => expect(heard).toBe(2));
    });

    it('reject the start, also when they are stopped meanwhile', async () => {
      proxy.isSilent = true;
      await expect(new Notifications(url, 200).start()).rejects.toThrow('timeout');
      const notifications = new Notifications(url);
      const outcome = expect(notifications.start()).rejects.toThrow('stopped');
      await eventually(() => expect(proxy.accepted).toHaveLength(2));
      await notifications.stop();
      await outcome;
    });

    it('end with the stop', async () => {
      const notifications = new Notifications(url);
      await notifications.start();
      proxy.accepted.forEach((socket) => socket.unpipe().pause());
      await notifications.stop();
    });
  });

  it('reject a start without a database', async () => {
    await expect(new Notifications('postgres://u:p@127.0.0.1:1/none').start()).rejects.toThrow();
  });
});
