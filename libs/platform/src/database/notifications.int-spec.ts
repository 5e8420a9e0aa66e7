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

  it('reject a start without a database', async () => {
    await expect(new Notifications('postgres://u:p@127.0.0.1:1/none').start()).rejects.toThrow();
  });
});
