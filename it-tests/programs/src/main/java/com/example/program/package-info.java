/** Ordinary programs that know their client libraries and nothing else. Tests start them with and without the agent. */
package com.example.program;
