#!/usr/bin/env node
// Checked in, since npm links a command when it installs, which is before the first build.
import '../dist/bundle/quick.js';
