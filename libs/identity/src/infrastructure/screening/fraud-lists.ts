/** Networks from which nobody can be a customer: an address in one of them was made up on the way (RFC 6890). */
export const DENIED_NETWORKS: readonly string[] = ['0.0.0.0/8', '198.18.0.0/15', '240.0.0.0/4', '100::/64'];
