import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ContextMapModule, persistence } from '@trunkline/composition';
import { loadSettings, PlatformModule } from '@trunkline/platform';
import type { Stack } from '../../tour/stack';

/** Runs work with the application without its HTTP edge on the database of a stack, to record the statements of a request. */
export async function inApplication<T>(
  { dataDir, databaseUrl }: Stack,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
  const app = await applicationOn(databaseUrl, secrets);
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/** One per process: a database accepts the first master key that it sees. */
const secret = randomBytes(32).toString('base64');

/** Settings that the application requires and no bench depends on. */
export function anySecrets(): Record<string, string> {
  return {
    SESSION_SECRETS: secret,
    MASTER_KEYS: `bench:${secret}`,
    OPERATOR_TOKENS: secret,
    SWITCH_TOKENS: secret,
  };
}

/** Returns the application without its HTTP edge on a database. */
export function applicationOn(url: string, secrets: Record<string, string>): Promise<INestApplicationContext> {
  const settings = loadSettings({ ...secrets, DATABASE_URL: url, LOG_LEVEL: 'error' });
  @Module({ imports: [PlatformModule.forRoot(settings, 'bench', persistence), ContextMapModule] })
  class BenchModule {}
  return NestFactory.createApplicationContext(BenchModule, { logger: ['error'] });
}
