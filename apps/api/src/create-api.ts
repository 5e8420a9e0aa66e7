import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Express } from 'express';
import { RecordCdrs } from '@trunkline/cdr';
import { Clock } from '@trunkline/kernel';
import { Log, Metrics, type Settings } from '@trunkline/platform';
import { FollowCalls, Heartbeats, LiveCallStore, RouteCall, SwitchReports } from '@trunkline/voice-routing';
import { AppModule } from './app.module';
import { declareEndpoints } from './http/declare-endpoints';
import { EnvelopeAdapter } from './http/envelope.adapter';
import { expressKinds } from './http/express-kinds';
import { useMiddleware } from './http/middleware';
import { serveDocuments } from './http/openapi/serve-documents';
import { createInternalHandler } from './internal/internal-handler';
import { NestLog } from './nest-log';
import { createSwitchHandler, SwitchMetrics, SwitchTokens } from './switch';
import { ApiBeat } from './switch/api-beat';

export interface RunningApi {
  readonly app: NestExpressApplication;
  readonly port: number;
  readonly internalPort: number;
  /** Lets requests in flight finish, then closes everything. */
  readonly close: () => Promise<void>;
}

const CLOSE_TIMEOUT_MS = 25_000;

/** Builds the application without listening, as the tools that only want its document need it. */
export async function createApi(settings: Settings): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(settings),
    new EnvelopeAdapter(server()),
    {
      bodyParser: false,
      bufferLogs: true,
      abortOnError: false,
    },
  );
  app.useLogger(new NestLog(app.get(Log)));
  app.set('trust proxy', settings.TRUST_PROXY);
  app.set('etag', false);
  app.disable('x-powered-by');
  useMiddleware(app, settings);
  declareEndpoints(app);
  serveDocuments(app, settings);
  await app.init();
  return app;
}

/** One address, one spelling: an Idempotency-Key belongs to it. The adapter makes the router, so it is said before. */
function server(): Express {
  return express().set('case sensitive routing', true).set('strict routing', true);
}

/** Starts both listeners: the public one, and the internal one for switches, operators and metrics. */
export async function startApi(settings: Settings): Promise<RunningApi> {
  const app = await createApi(settings);
  const handler = app.getHttpAdapter().getInstance();
  const pub = createServer(expressKinds(handler), handler);
  const internal = createServer(createInternalHandler(switchHandlerOf(app, settings), handler, app.get(Metrics)));
  try {
    const port = await listen(pub, settings.PORT);
    const internalPort = await listen(internal, settings.INTERNAL_PORT, settings.INTERNAL_HOST);
    app.get(ApiBeat).start();
    return { app, port, internalPort, close: () => closeAll(app, [pub, internal]) };
  } catch (error) {
    await closeAll(app, [pub, internal]);
    throw error;
  }
}

function switchHandlerOf(app: NestExpressApplication, { SWITCH_TOKENS }: Settings) {
  const [calls, clock] = [app.get(LiveCallStore), app.get(Clock)];
  return createSwitchHandler({
    routeCall: app.get(RouteCall),
    recordCdrs: app.get(RecordCdrs),
    reports: app.get(SwitchReports),
    followCalls: app.get(FollowCalls),
    heartbeats: app.get(Heartbeats),
    tokens: new SwitchTokens(SWITCH_TOKENS),
    metrics: new SwitchMetrics(app.get(Metrics), () => calls.countLive(clock.now())),
    log: app.get(Log),
  });
}

function listen(server: Server, port: number, host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host && { host }) }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function closeAll(app: NestExpressApplication, servers: readonly Server[]): Promise<void> {
  await Promise.all(servers.map(drain));
  await app.close();
}

/** Takes no new request, answers those it has, then lets idle connections go. */
function drain(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
