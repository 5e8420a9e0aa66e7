import { openRedis } from './open-redis';
import { isRedisAddress } from './redis-address';

describe('the address of Redis', () => {
  it.each([
    'redis://localhost:6379',
    'rediss://user:password@redis.example.com/2',
    'redis+sentinel://s1:26379,s2:26379/mymaster',
    'rediss+sentinel://user:p%40ss@s1,[::1]:26380/mymaster/3?sentinel_password=secret',
  ])('may be %s', (text) => expect(isRedisAddress(text)).toBe(true));

  it.each(['localhost:6379', 'redis+sentinel://s1:26379', 'redis+sentinel:///name', 'http://redis', 'redis://'])(
    'may not be %s',
    (text) => expect(isRedisAddress(text)).toBe(false),
  );

  it('names Sentinels, master, database and both passwords', () => {
    const address =
      'redis+sentinel://ada:p%40ss@s1,[::1]:26380/mymaster/3?sentinel_username=sen&sentinel_password=secret';
    const client = openRedis(address, { lazyConnect: true });
    expect(client.options).toMatchObject({
      sentinels: [
        { host: 's1', port: 26_379 },
        { host: '::1', port: 26_380 },
      ],
      name: 'mymaster',
      db: 3,
      username: 'ada',
      password: 'p@ss',
      sentinelUsername: 'sen',
      sentinelPassword: 'secret',
    });
    client.disconnect();
  });
});
