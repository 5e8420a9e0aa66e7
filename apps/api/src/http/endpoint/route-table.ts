import { Injectable } from '@nestjs/common';

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
}

/**
 * The methods of each path, for 405 responses (RFC 9110, section 15.5.6), and the endpoints that accept forms. Filled at
 * startup.
 */
@Injectable()
export class RouteTable {
  private readonly routes: Route[] = [];
  private readonly forms = new Set<string>();

  add(method: string, path: string): void {
    const pattern = path
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
    this.routes.push({ method, pattern: new RegExp(`^${pattern.join('/')}$`) });
  }

  /** Adds an endpoint that accepts a form with a file. Throws if its path has parameters. */
  addForm(method: string, path: string): void {
    if (path.includes(':')) throw new Error(`The path ${path} of a form cannot have parameters.`);
    this.forms.add(`${method} ${path}`);
  }

  takesForm(method: string, path: string): boolean {
    return this.forms.has(`${method} ${path}`);
  }

  methodsAt(path: string): string[] {
    return [...new Set(this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
  }
}
