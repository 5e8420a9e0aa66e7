import { Injectable } from '@nestjs/common';

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
}

/** The methods of each path, for 405 responses (RFC 9110, section 15.5.6). Filled at startup. */
@Injectable()
export class RouteTable {
  private readonly routes: Route[] = [];

  add(method: string, path: string): void {
    const pattern = path
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
    this.routes.push({ method, pattern: new RegExp(`^${pattern.join('/')}$`) });
  }

  methodsAt(path: string): string[] {
    return [...new Set(this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
  }
}
