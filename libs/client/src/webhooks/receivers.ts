import { verifyWebhook, type VerifyOptions, type WebhookEvent, WebhookVerificationError } from './verify-webhook.ts';

/** What a receiver needs of a Node request. Express requests have it. */
export interface WebhookRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes that `express.raw()` left. */
  readonly body?: unknown;
  /** The bytes that NestJS keeps with `NestFactory.create(AppModule, { rawBody: true })`. */
  readonly rawBody?: Uint8Array;
  webhookEvent?: WebhookEvent;
}

interface ErrorResponse {
  status(code: number): { json(body: object): unknown };
}

/** Returns an Express middleware for a route with `express.raw({ type: 'application/json' })`. Sets `request.webhookEvent`. */
export function webhookMiddleware(secret: string | readonly string[], options?: VerifyOptions) {
  return (request: WebhookRequest, response: ErrorResponse, next: (error?: unknown) => void): void => {
    verified(request, secret, options).then(
      () => next(),
      (error: unknown) => {
        if (error instanceof WebhookVerificationError) response.status(400).json({ error: error.code });
        else next(error);
      },
    );
  };
}

interface HttpContext {
  switchToHttp(): { getRequest<T>(): T };
}

/** A NestJS guard: `@UseGuards(new WebhookGuard(secret))`. Sets `request.webhookEvent`; rejected requests are 403. */
export class WebhookGuard {
  constructor(
    private readonly secret: string | readonly string[],
    private readonly options?: VerifyOptions,
  ) {}

  async canActivate(context: HttpContext): Promise<boolean> {
    try {
      await verified(context.switchToHttp().getRequest<WebhookRequest>(), this.secret, this.options);
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  }
}

async function verified(request: WebhookRequest, secret: string | readonly string[], options?: VerifyOptions) {
  const raw = request.rawBody ?? request.body;
  // A parsed body cannot be verified: its bytes are lost.
  if (!(raw instanceof Uint8Array)) throw new Error('The raw body is missing. Verify the request before its parser.');
  request.webhookEvent = await verifyWebhook(raw, request.headers, secret, options);
}
