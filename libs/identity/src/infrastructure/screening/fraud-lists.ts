/** Networks that cannot be the source of a real request (RFC 6890). */
export const DENIED_NETWORKS: readonly string[] = ['0.0.0.0/8', '198.18.0.0/15', '240.0.0.0/4', '100::/64'];
