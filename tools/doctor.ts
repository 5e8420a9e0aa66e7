import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ContextMapModule,
  DatabaseCheck,
  type Diagnosis,
  diagnosisOf,
  Doctor,
  type DoctorRequest,
  type Finding,
  persistence,
  reasonOf,
} from '@trunkline/composition';
import { loadSettings, PlatformModule, readSettingFiles, type Settings, SettingsError } from '@trunkline/platform';
import { secretsOf } from './stack/data-dir';
import { dataDirOf } from './stack/environment';
import { findRunningStack } from './stack/running-stack';
import { checkArguments } from './usage';

const ACCEPTED = ['--json', '--mail-to=', '--call-to='];

checkArguments(
  `Usage: npm run doctor -- [--json] [--mail-to=<address>] [--call-to=<SIP URI> | --call-to=echo]

Checks what a deployment needs, with the settings of its processes, and prints a line for each finding: ok, warning or fault,
with what to do. Stores and deletes a document. Exits with 1 on a fault. See docs/operations.md#doctor.

  --json       Prints the findings as JSON.
  --mail-to=   Sends a mail to this address.
  --call-to=   Calls a SIP URI through a switch, or the echo of the switch.`,
  ACCEPTED,
);

function argument(name: string): string | null {
  return process.argv.find((each) => each.startsWith(name))?.slice(name.length) ?? null;
}

/** Each step needs the one before: the settings, the database, and the application without its HTTP edge. */
async function diagnose(request: DoctorRequest): Promise<Diagnosis> {
  let settings: Settings;
  try {
    settings = settingsOfDeployment();
  } catch (error) {
    const faults = error instanceof SettingsError ? error.faults : [reasonOf(error)];
    return diagnosisOf(
      faults.map((message) => faultOf('settings', message, 'Correct the setting. See docs/settings.md.')),
    );
  }
  const database = await new Doctor([new DatabaseCheck(settings, persistence)]).examine(request);
  if (!database.ok) return database;
  return diagnoseApplication(settings, request);
}

async function diagnoseApplication(settings: Settings, request: DoctorRequest): Promise<Diagnosis> {
  @Module({ imports: [PlatformModule.forRoot(settings, 'doctor', persistence), ContextMapModule] })
  class DoctorModule {}
  try {
    const app = await NestFactory.createApplicationContext(DoctorModule, { logger: false, abortOnError: false });
    try {
      return await app.get(Doctor, { strict: false }).examine(request);
    } finally {
      await app.close();
    }
  } catch (error) {
    return diagnosisOf([
      faultOf('start', reasonOf(error), 'The API and the worker fail alike. Correct what the message names.'),
    ]);
  }
}

function faultOf(check: string, message: string, remedy: string): Finding {
  return { check, status: 'fault', message, remedy };
}

/** Those of the environment, on the database and the secrets of a stack that runs on DATA_DIR if they name none. */
function settingsOfDeployment(): Settings {
  const env = readSettingFiles(process.env);
  const dataDir = dataDirOf(env);
  const stack = env['DATABASE_URL'] ? null : findRunningStack(dataDir);
  const found = stack ? { ...secretsOf(dataDir), DATABASE_URL: stack.databaseUrl, ROOT_URL: stack.rootUrl } : {};
  // Checks say what they find; the log of this process would repeat it.
  return loadSettings({ ...found, ...env, LOG_LEVEL: 'fatal' });
}

function printed({ check, status, message, remedy }: Finding): string {
  return `${status.padEnd(7)}  ${check.padEnd(10)}  ${message}${remedy === null ? '' : `\n${' '.repeat(21)}→ ${remedy}`}`;
}

const request = { changes: true, mailTo: argument('--mail-to='), callTo: argument('--call-to=') };
const diagnosis = await diagnose(request);
if (process.argv.includes('--json')) console.log(JSON.stringify(diagnosis, null, 2));
else {
  const count = (status: Finding['status']) => diagnosis.findings.filter((each) => each.status === status).length;
  console.log(diagnosis.findings.map(printed).join('\n'));
  console.log(`\n${count('ok')} ok, ${count('warning')} warnings, ${count('fault')} faults`);
}
process.exit(diagnosis.ok ? 0 : 1);
