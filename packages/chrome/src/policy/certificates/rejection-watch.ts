import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { FirstAnswer } from './first-answer.js';

// Alerts with which servers refuse a client certificate.
const REJECTED =
  /alert[ _](bad[ _]cert|unsupported[ _]cert|unknown[ _]ca|certificate|access|decrypt[ _]error|handshake[ _]failure)/i;

// What is thrown where the other side has ended the connection, depending on what was under way.
const ENDED = /^(EPIPE|ECONNRESET|ECONNABORTED|ERR_STREAM_.*|ERR_SSL_UNEXPECTED_EOF.*)$/;

export interface Ends {
  near: Socket;
  far: Socket;
}

export interface WatchOptions {
  /** Whether the origin has answered before, so that it takes the certificate. */
  isAccepted(): boolean;
  onAnswer(): void;
  onFailure(thrown: unknown, isAboutCertificate: boolean): void;
}

/** An alert with which the server refuses the client certificate that it asked for. */
export class Rejected extends Error {}

/** Reports rejected client certificates: TLS 1.3 rejects after the handshake, by an alert or a silent end. */
export class RejectionWatch {
  readonly #far: TLSSocket;
  readonly #options: WatchOptions;
  #wasAsked = false;
  #isAnswered = false;
  #isOver = false;

  /** `ends` are the connections below TLS, whose ends take each other along. */
  constructor(far: TLSSocket, ends: Ends, options: WatchOptions) {
    this.#far = far;
    this.#options = options;
    // Only a server that asks for a certificate names signatures; Node reports nothing else of it.
    const look = () => {
      this.#wasAsked ||= far.getSharedSigalgs().length > 0;
    };
    far.on('keylog', look).once('secureConnect', look);
    far.on('error', (thrown: NodeJS.ErrnoException) => {
      if (ENDED.test(thrown.code ?? '')) this.#ended();
      else this.#failed(thrown);
    });
    far.once('end', () => this.#ended());
    far.once('close', () => this.#ended());
    ends.far.prependOnceListener('close', () => this.#ended());
    ends.near.prependOnceListener('close', () => this.leave());
  }

  /** Called when the protocol is known. */
  readAnswer(): void {
    const first = new FirstAnswer(this.#far.alpnProtocol);
    const read = (bytes: Buffer) => {
      const found = first.read(bytes);
      if (!found) return;
      this.#far.off('data', read);
      if (found === 'answer') this.#answered();
      else this.#ended();
    };
    this.#far.on('data', read);
  }

  /** The browser has ended the connection, so what the server does is no failure. */
  leave(): void {
    this.#isOver = true;
  }

  #answered(): void {
    this.#isAnswered = true;
    this.#options.onAnswer();
  }

  #failed(thrown: NodeJS.ErrnoException): void {
    const { code = '', message } = thrown;
    const isRejected = this.#wasAsked && REJECTED.test(code + message);
    // An alert says more than the end that may have come before it.
    if (this.#isOver && !isRejected) return;
    this.#isOver = true;
    const isUntrusted = String(this.#far.authorizationError) === code;
    this.#options.onFailure(isRejected ? new Rejected(message) : thrown, isRejected || isUntrusted);
  }

  #ended(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#isAnswered) return;
    const thrown = Object.assign(new Error('The server ended the connection.'), { code: 'ECONNRESET' });
    this.#options.onFailure(thrown, this.#wasAsked && !this.#options.isAccepted());
  }
}
