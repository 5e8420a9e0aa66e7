import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ContextMapModule, persistence } from '@trunkline/composition';
import { SigningKeys } from '@trunkline/identity';
import { loadSettings, PlatformModule, readSettingFiles } from '@trunkline/platform';
import { secretsOf } from './stack/data-dir';
import { dataDirOf } from './stack/environment';
import { findRunningStack } from './stack/running-stack';
import { reasonOf } from './stack/start-error';
import { checkArguments } from './usage';

checkArguments(`Usage: npm run rotate-signing-key

Signs access tokens with a new key from now on; issued tokens remain valid. Works on the database at DATABASE_URL, otherwise
on that of the stack that runs on DATA_DIR. See docs/oauth.md#signing-keys.`);

try {
  console.log(`Tokens are now signed with key ${await rotate()}.`);
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}

async function rotate(): Promise<string> {
  const env = readSettingFiles(process.env);
  const settings = loadSettings({ ...env, ...stackOf(env), LOG_LEVEL: 'error' });
  @Module({ imports: [PlatformModule.forRoot(settings, 'rotate-signing-key', persistence), ContextMapModule] })
  class RotationModule {}
  const app = await NestFactory.createApplicationContext(RotationModule, { logger: ['error'], abortOnError: false });
  try {
    return (await app.get(SigningKeys).rotate()).kid;
  } finally {
    await app.close();
  }
}

/** Returns the database and the secrets of the running stack, or nothing when DATABASE_URL is set. */
function stackOf(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  if (env['DATABASE_URL']) return {};
  const dataDir = dataDirOf(env);
  const databaseUrl = findRunningStack(dataDir)?.databaseUrl;
  if (!databaseUrl) throw new Error(`DATABASE_URL is not set, and no stack runs on ${dataDir}`);
  return { ...secretsOf(dataDir), DATABASE_URL: databaseUrl };
}
