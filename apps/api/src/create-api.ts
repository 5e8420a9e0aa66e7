import { createServer, type Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Express } from 'express';
import { RecordCdrs } from '@trunkline/cdr';
import { Clock } from '@trunkline/kernel';
import { Log, Metrics, MovableClock, type Settings } from '@trunkline/platform';
import {
  AuthenticateSystem,
  CommandResults,
  FollowCalls,
  HandOutCommands,
  Heartbeats,
  OperatorCalls,
  ReportContacts,
  PeerFeeds,
  ResumeCall,
  RouteCall,
  SwitchReports,
} from '@trunkline/voice-routing';
import { AppModule } from './app.module';
import { redirectRoot, serveDashboard } from './serve-dashboard';
import { GracefulServer, RECENT_MS } from './graceful-server';
import { Draining } from './health/draining';
import { declareEndpoints } from './http/endpoint/declare-endpoints';
import { EnvelopeAdapter } from './http/answers/envelope.adapter';
import { indexRoutes } from './http/endpoint/indexed-routes';
import { expressPrototypes } from './http/guard/express-prototypes';
import { useMiddleware } from './http/guard/middleware';
import { answerUnreadable } from './http/guard/unreadable-requests';
import { serveDocuments } from './http/openapi/serve-documents';
import { createInternalHandler, createMetricsHandler } from './internal-handler';
import { Streams } from './http/streams/streams';
import { describeApi, serversOf } from './reference/reference';
import { servePages } from './reference/serve-pages';
import {
  ApiHeartbeat,
  CommandEndpoints,
  createSwitchHandler,
  EventEndpoints,
  FeedEndpoints,
  RegistrationEndpoints,
  RouteEndpoints,
  SwitchInterface,
  SwitchMetrics,
  SwitchTokens,
} from './switch';
import type { LoggerService } from '@nestjs/common';

/** Writes Nest's log messages as JSON lines. */
class NestLog implements LoggerService {
  constructor(private readonly target: Log) {}

  /** Drops Nest's startup messages, one line per route. */
  log(): void {
    return;
  }

  warn(message: unknown, context?: string): void {
    this.target.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    this.target.error({ context, stack }, String(message));
  }

  fatal(message: unknown, context?: string): void {
    this.target.error({ context }, String(message));
  }
}

/** The ports that the process listens on; 0 for a listener that it does not have. */
interface Ports {
  readonly port: number;
  readonly internalPort: number;
  readonly metricsPort: number;
}

export interface RunningApi extends Ports {
  readonly app: NestExpressApplication;
  /** Drains, finishes requests in flight, and closes everything. */
  readonly close: () => Promise<void>;
}

/** Creates the application without listening, for tools that need its document. */
async function createApi(settings: Settings): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(settings),
    new EnvelopeAdapter(server()),
    {
      bodyParser: false,
      // `main` reports a failed start; the log is available once the modules are.
      logger: false,
      abortOnError: false,
    },
  );
  app.useLogger(new NestLog(app.get(Log)));
  app.set('trust proxy', settings.TRUST_PROXY);
  app.set('etag', false);
  app.disable('x-powered-by');
  useMiddleware(app, settings);
  declareEndpoints(app);
  const documents = () => describeApi(serversOf(settings));
  const api = () => documents().api;
  serveDocuments(app, { '/openapi.json': api, '/operator/openapi.json': () => documents().operator });
  servePages(app, api, settings);
  serveDashboard(app, settings);
  redirectRoot(app, settings);
  await app.init();
  indexRoutes(app.getHttpAdapter().getInstance());
  return app;
}

/** Paths are case-sensitive and exact. Set before the adapter creates the router. */
function server(): Express {
  return express().set('case sensitive routing', true).set('strict routing', true);
}

/**
 * Starts the listeners that LISTENERS names: the public one, and the internal one for switches, operators and metrics. Closing
 * waits until idle connections were unused for `recentMs`.
 */
export async function startApi(settings: Settings, recentMs = RECENT_MS): Promise<RunningApi> {
  const app = await createApi(settings);
  const listeners = listenersOf(app, settings, recentMs);
  const ports = { port: 0, internalPort: 0, metricsPort: 0 };
  let closing: Promise<void> | undefined;
  try {
    for (const { name, server, port, host } of listeners) ports[name] = await server.listen(port, host);
    // A process that serves no switches must not make their silence count.
    if (settings.serves('internal')) app.get(ApiHeartbeat).start();
    if (settings.serves('public')) app.get(Streams).start();
    const close = (): Promise<void> =>
      (closing ??= app
        .get(Draining)
        .begin()
        .then(() => closeAll(app, listeners)));
    return { app, ...ports, close };
  } catch (error) {
    await closeAll(app, listeners);
    throw error;
  }
}

interface Listener {
  readonly name: keyof Ports;
  readonly server: GracefulServer;
  readonly port: number;
  readonly host: string | undefined;
}

function listenersOf(app: NestExpressApplication, settings: Settings, recentMs: number): Listener[] {
  const edge = app.getHttpAdapter().getInstance();
  const metrics = app.get(Metrics);
  const options = { keepAliveTimeout: settings.KEEP_ALIVE_SECONDS * 1000 };
  const { PORT, HOST, INTERNAL_PORT, METRICS_PORT, INTERNAL_HOST } = settings;
  const listeners: Listener[] = [];
  const add = (name: keyof Ports, server: Server, port: number, host?: string) =>
    listeners.push({ name, server: new GracefulServer(answerUnreadable(server), recentMs), port, host });
  if (settings.serves('public'))
    add('port', createServer({ ...options, ...expressPrototypes(edge) }, edge), PORT, HOST);
  if (settings.serves('internal')) {
    const handler = createInternalHandler(switchHandlerOf(app, settings), edge, metrics);
    add('internalPort', createServer(options, handler), INTERNAL_PORT, INTERNAL_HOST);
  } else add('metricsPort', createServer(options, createMetricsHandler(metrics)), METRICS_PORT, INTERNAL_HOST);
  return listeners;
}

function switchHandlerOf(app: NestExpressApplication, { SWITCH_TOKENS }: Settings) {
  const calls = app.get(OperatorCalls);
  const commands = app.get(HandOutCommands);
  const clock = app.get(Clock);
  const clockOffset = () => (clock instanceof MovableClock ? clock.offsetSeconds : 0);
  const metrics = new SwitchMetrics(
    app.get(Metrics),
    () => calls.countLive(),
    () => commands.waitingPolls,
  );
  const systems = app.get(AuthenticateSystem);
  const followCalls = app.get(FollowCalls);
  const { endpoints } = new SwitchInterface(
    new RouteEndpoints(app.get(RouteCall), app.get(ResumeCall), followCalls, metrics),
    app.get(RecordCdrs),
    app.get(SwitchReports),
    new EventEndpoints(followCalls, app.get(Heartbeats), systems, metrics, app.get(Log), clockOffset),
    new CommandEndpoints(commands, app.get(CommandResults), metrics),
    new RegistrationEndpoints(systems, app.get(ReportContacts), metrics, clockOffset),
    new FeedEndpoints(app.get(PeerFeeds)),
  );
  return createSwitchHandler(endpoints, new SwitchTokens(SWITCH_TOKENS), metrics, app.get(Log));
}

async function closeAll(app: NestExpressApplication, listeners: readonly Listener[]): Promise<void> {
  // A waiting poll would keep its connection open for half a minute.
  app.get(HandOutCommands).end();
  const closed = Promise.all(listeners.map(({ server }) => server.close()));
  // After the listeners began to close, so that no client of a stream reconnects here.
  await app.get(Streams).endAll();
  await closed;
  await app.close();
}
