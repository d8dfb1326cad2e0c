// Package cmdtest runs whole commands in tests.
package cmdtest
